import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconBrandTelegram, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelsQuery, checkChannel, removeChannel } from '../../queries/channel-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AutomaticRepliesSetting } from './automatic-replies.tsx'
import classes from './channels-page.module.css'
import { MiniAppSetting } from './mini-app.tsx'

export function ChannelRow({ channel, onReplace }: { channel: ChannelConnection; onReplace: () => void }) {
  const t = useTexts()
  const texts = t.channels.settings
  const isMail = channel.channel === 'email'
  const Drawing = isMail ? IconMail : IconBrandTelegram
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: channelsQuery(organization.id).queryKey })
  const check = useMutation({
    mutationFn: () => checkChannel(organization.id, channel.id),
    onSuccess({ problem }) {
      if (problem === null) notifications.show({ message: texts.checked })
      return refresh()
    },
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
  })
  const remove = useMutation({
    mutationFn: () => removeChannel(organization.id, channel.id),
    async onSuccess() {
      await refresh()
      setRemoving(false)
    },
  })

  return (
    <li className={classes.channel}>
      {channel.picture_url === null ? (
        <Drawing className={classes.icon} size={24} stroke={1.75} aria-hidden="true" />
      ) : (
        <Avatar id={channel.id} name={channel.name} avatarUrl={channel.picture_url} />
      )}
      <div className={classes.body}>
        <div className={classes.name}>
          <bdi>{channel.name}</bdi>
        </div>
        <p className={classes.facts}>
          {channel.username !== null && (
            <>
              <bdi>
                {isMail ? '' : '@'}
                {channel.username}
              </bdi>
              {' · '}
            </>
          )}
          {isMail ? t.channelMail.follows : channel.mode === 'webhook' ? texts.byWebhook : texts.byPolling}
        </p>
        <p className={classes.facts}>
          {channel.last_inbound_at === null ? (
            texts.noneYet
          ) : (
            <>
              {texts.lastInbound}: <RelativeTime at={channel.last_inbound_at} />
            </>
          )}
        </p>
        <State channel={channel} />
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          aria-label={texts.checkNamed(channel.name)}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {texts.check}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={isMail ? t.channelMail.editNamed(channel.name) : texts.replaceNamed(channel.name)}
          onClick={onReplace}
        >
          {isMail ? t.channelMail.edit : texts.replace}
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          aria-label={texts.removeNamed(channel.name)}
          onClick={() => setRemoving(true)}
        >
          {texts.remove}
        </Button>
      </div>
      <MiniAppSetting channel={channel} />
      <AutomaticRepliesSetting channel={channel} />
      <ConfirmDialog
        opened={removing}
        title={isMail ? t.channelMail.removeTitle : texts.removeTitle}
        text={isMail ? t.channelMail.removeText : texts.removeText}
        action={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onCancel={() => setRemoving(false)}
      />
    </li>
  )
}

function State({ channel: { channel, problem } }: { channel: ChannelConnection }) {
  const t = useTexts()
  const texts = t.channels.settings
  const problems = { ...texts.problems, ...(channel === 'email' && t.channelMail.states) }
  if (problem === null) {
    return (
      <p className={`${classes.state} ${classes.works}`}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        {texts.works}
      </p>
    )
  }
  return (
    <p className={`${classes.state} ${classes.problem}`} role="status">
      <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
      {problems[problem]}
    </p>
  )
}
