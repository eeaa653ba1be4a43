import { Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import { problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import {
  readTeamHolidays,
  removeTeamHours,
  saveTeamHours,
  teamHoursQuery,
} from '../../queries/business-hours-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NotFoundPage } from '../../ui/error-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { HoursForm } from './hours-fields.tsx'
import { browserZone, formOf } from './hours-form.ts'

const route = getRouteApi('/o/$organizationId/settings/teams/$teamId/business-hours')

/** When a team replies: hours of its own, or those of the organization. */
export function TeamHoursPage() {
  const texts = useTexts().sla.teamHours
  const { organization } = useMembership()
  const { teamId } = route.useParams()
  const { data: teams } = useQuery(teamsQuery(organization.id))
  const team = teams?.find(({ id }) => id === teamId)
  const hours = useQuery(teamHoursQuery(organization.id, teamId))
  if (teams && !team) return <NotFoundPage />
  return (
    <SettingsPage
      title={texts.title(team?.name ?? '')}
      lead={texts.lead}
      admins
      back={{
        link: {
          to: '/o/$organizationId/settings/teams',
          params: { organizationId: organization.id },
        },
        label: texts.back,
      }}
    >
      <QueryView query={hours} skeleton={<FormSkeleton fields={5} />}>
        {(hours) => <Choice key={teamId} hours={hours} teamId={teamId} />}
      </QueryView>
    </SettingsPage>
  )
}

function Choice({ hours: { own, hours }, teamId }: { hours: TeamHours; teamId: string }) {
  const t = useTexts()
  const texts = t.sla.teamHours
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const show = (saved: TeamHours) =>
    queryClient.setQueryData(teamHoursQuery(organization.id, teamId).queryKey, saved)
  const save = async (input: BusinessHoursInput) => show(await saveTeamHours(organization.id, teamId, input))
  const [leaving, setLeaving] = useState(false)
  const toggle = useMutation({
    // They begin as those of the organization: nothing changes for customers before the form is saved.
    mutationFn: (isOwn: boolean) =>
      isOwn
        ? saveTeamHours(organization.id, teamId, formOf(hours, browserZone))
        : removeTeamHours(organization.id, teamId),
    onSuccess: (saved) => {
      show(saved)
      setLeaving(false)
    },
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
  })
  return (
    <>
      <Switch
        mb="lg"
        label={texts.own}
        description={texts.ownHint}
        checked={own}
        disabled={toggle.isPending}
        onChange={(event) => {
          if (event.currentTarget.checked) toggle.mutate(true)
          else setLeaving(true)
        }}
      />
      <ConfirmDialog
        opened={leaving}
        title={texts.removeTitle}
        text={texts.removeText}
        action={texts.removeAction}
        onConfirm={() => toggle.mutate(false)}
        onCancel={() => setLeaving(false)}
        busy={toggle.isPending}
      />
      {own ? (
        <HoursForm
          hours={hours}
          save={save}
          readHolidays={async () => show(await readTeamHolidays(organization.id, teamId))}
        />
      ) : (
        <Text c="dimmed">{texts.shared}</Text>
      )}
    </>
  )
}
