import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Agent, ResetLink } from '@parley/protocol/agent'
import { api, organizationPath } from '../../api/api.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'

/** Creates a one-time link for an agent to set a new password, and shows it once. */
export function ResetLinkDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useTexts()
  const texts = t.recovery.team
  const { organization } = useMembership()
  const creating = useMutation({
    mutationFn: () =>
      api.post<ResetLink>(organizationPath(organization.id, `/agents/${agent.id}/reset-link`)),
  })
  const link = creating.data
  // The service may have created the link already.
  const close = () => {
    if (!creating.isPending) onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={link === undefined ? texts.title(agent.name) : texts.ready}
      // A click outside or Escape must not lose the link.
      closeOnClickOutside={link === undefined}
      closeOnEscape={link === undefined}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      {link === undefined ? (
        <Stack gap="md">
          <ProblemNote error={creating.error} />
          <Text size="sm">{texts.text}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={creating.isPending} onClick={close}>
              {t.actions.cancel}
            </Button>
            <Button loading={creating.isPending} onClick={() => creating.mutate()}>
              {texts.create}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Text size="sm">{texts.readyText(agent.name)}</Text>
          <CodeBlock code={link.url} copyLabel={texts.copy} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t.settings.invitations.done}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
