import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Agent, ResetLink } from '@parley/protocol/agent'
import { api, organizationPath } from '../../api/api.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { GuardedModal } from '../../ui/guarded-modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

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
  return (
    <GuardedModal
      title={link === undefined ? texts.title(agent.name) : texts.ready}
      dirty={false}
      isSaving={creating.isPending}
      // The service may have created the link already.
      showsResult
      once={link !== undefined}
      onClose={onClose}
    >
      {(cancelButton) =>
        link === undefined ? (
          <Stack gap="md">
            <ProblemNote error={creating.error} />
            <Text size="sm">{texts.text}</Text>
            <Group justify="flex-end" gap="xs">
              {cancelButton}
              <Button loading={creating.isPending} onClick={() => creating.mutate()}>
                {texts.create}
              </Button>
            </Group>
          </Stack>
        ) : (
          <ShownOnce>
            <Text size="sm">{texts.readyText(agent.name)}</Text>
            <CodeBlock code={link.url} copyLabel={texts.copy} />
            <Group justify="flex-end">
              <Button onClick={onClose}>{t.settings.invitations.done}</Button>
            </Group>
          </ShownOnce>
        )
      }
    </GuardedModal>
  )
}
