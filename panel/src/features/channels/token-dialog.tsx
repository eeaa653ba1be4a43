import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelsQuery, connectChannel, replaceChannelToken } from '../../queries/channel-queries.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'

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
    <Modal
      opened
      onClose={onClose}
      title={channel === null ? texts.connectTitle : texts.replaceTitle}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (token.trim() !== '' && !save.isPending) save.mutate(undefined, { onSuccess: onClose })
        }}
      >
        <Stack gap="md">
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
              if (!save.isPending) save.reset()
            }}
          />
          <ProblemNote error={save.error} texts={t.channels.problems} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={token.trim() === ''}>
              {channel === null ? texts.connect : texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
