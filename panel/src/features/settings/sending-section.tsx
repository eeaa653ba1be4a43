import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { composerSettingsQuery, saveComposerSettings } from '../../queries/composer-queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

/** Profile: how the agent's messages are sent. */
export function SendingSection() {
  const texts = useTexts().inbox.writing.settings
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const query = composerSettingsQuery(organization.id)
  const saving = useMutation({
    mutationFn: (isOn: boolean) => saveComposerSettings(organization.id, { undo_send: isOn }),
    onSuccess: (saved) => queryClient.setQueryData(query.queryKey, saved),
    onError: () => notifications.show({ color: 'red', message: texts.failed }),
  })
  return (
    <Section title={texts.title} lead={texts.lead}>
      <QueryView query={useQuery(query)} skeleton={<FormSkeleton fields={1} />}>
        {({ undo_send: isOn }) => (
          <Switch
            label={texts.label}
            description={texts.hint}
            checked={saving.isPending ? saving.variables : isOn}
            disabled={saving.isPending}
            onChange={(event) => saving.mutate(event.currentTarget.checked)}
          />
        )}
      </QueryView>
    </Section>
  )
}
