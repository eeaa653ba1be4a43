import { PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelsQuery, connectChannel, replaceChannelToken } from '../../queries/channel-queries.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** Connects a bot, or replaces the token of one. */
export function TokenDialog({
  channel,
  onClose,
}: {
  channel: ChannelConnection | null
  onClose: () => void
}) {
  const t = useTexts()
  const texts = t.channels.settings
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [token, setToken] = useState('')
  const save = useMutation({
    mutationFn: () =>
      channel === null
        ? connectChannel(organization.id, { channel: 'telegram', token: token.trim() })
        : replaceChannelToken(organization.id, channel.id, token.trim()),
    async onSuccess({ name }) {
      await queryClient.invalidateQueries({ queryKey: channelsQuery(organization.id).queryKey })
      notifications.show({ message: texts.connected(name) })
    },
  })
  return (
    <FormDialog
      title={channel === null ? texts.connectTitle : texts.replaceTitle}
      dirty={token !== ''}
      error={save.error}
      problems={t.channels.problems}
      saveLabel={channel === null ? texts.connect : texts.save}
      isSaving={save.isPending}
      blocked={token.trim() === ''}
      onSave={() => (token.trim() === '' ? undefined : save.mutateAsync(undefined, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <PasswordInput
        label={texts.token}
        description={texts.tokenHint}
        value={token}
        maxLength={256}
        autoComplete="off"
        dir="ltr"
        data-autofocus
        onChange={(event) => {
          setToken(event.currentTarget.value)
          // The problem was the former token's.
          save.reset()
        }}
      />
    </FormDialog>
  )
}
