import { Box, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Organization } from '@parley/protocol/organization'
import { api, organizationPath } from '../../api/api.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { meQuery, organizationQuery } from '../../queries/organization-queries.ts'
import { useDraft } from '../../ui/draft.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { MailSection } from './mail-section.tsx'
import { ReportSchedulesSection } from './report-schedules.tsx'

export function OrganizationPage() {
  const texts = useTexts().settings.organization
  return (
    <SettingsPage title={texts.title} lead={texts.lead} admins>
      <Box component="section" pb="lg">
        <NameSetting />
      </Box>
      <MailSection />
      <ReportSchedulesSection />
    </SettingsPage>
  )
}

function NameSetting() {
  const { organization } = useMembership()
  const query = useQuery(organizationQuery(organization.id))
  return (
    <QueryView query={query} skeleton={<FormSkeleton fields={1} />}>
      {(stored) => <NameForm stored={stored} />}
    </QueryView>
  )
}

function NameForm({ stored }: { stored: Organization }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const save = async ({ name }: { name: string }) => {
    const saved = await api.patch<Organization>(organizationPath(stored.id), { name: name.trim() })
    queryClient.setQueryData(organizationQuery(stored.id).queryKey, saved)
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const draft = useDraft({ name: stored.name }, save, { keptAs: 'organization' })
  const empty = draft.value.name.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void draft.submit()
      }}
    >
      <TextInput
        label={t.settings.organization.name}
        maw={420}
        maxLength={100}
        value={draft.value.name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={empty ? t.entry.missing : null}
      />
      <SaveBar state={draft.state} onDiscard={draft.discard} blocked={empty} />
    </form>
  )
}
