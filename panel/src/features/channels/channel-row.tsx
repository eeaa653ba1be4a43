import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconBrandTelegram, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelsQuery, checkChannel, removeChannel } from '../../queries/channel-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './channels-page.module.css'
import { MiniAppSetting } from './mini-app.tsx'

export function ChannelRow({ channel, onReplace }: { channel: ChannelConnection; onReplace: () => void }) {
  const t = useTexts()
  const texts = t.channels.settings
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
      <IconBrandTelegram className={classes.icon} size={24} stroke={1.75} aria-hidden="true" />
      <div className={classes.body}>
        <div className={classes.name}>
          <bdi>{channel.name}</bdi>
        </div>
        <p className={classes.facts}>
          {channel.username !== null && <bdi>@{channel.username} · </bdi>}
          {channel.mode === 'webhook' ? texts.byWebhook : texts.byPolling}
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
        <Button size="xs" variant="default" aria-label={texts.replaceNamed(channel.name)} onClick={onReplace}>
          {texts.replace}
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
      <ConfirmDialog
        opened={removing}
        title={texts.removeTitle}
        text={texts.removeText}
        action={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onCancel={() => setRemoving(false)}
      />
    </li>
  )
}

function State({ channel: { problem } }: { channel: ChannelConnection }) {
  const texts = useTexts().channels.settings
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
      {texts.problems[problem]}
    </p>
  )
}
