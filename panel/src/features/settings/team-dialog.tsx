import { NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Team, TeamStrategy } from '@parley/protocol/team'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { agentsQuery, providersQuery } from '../../queries/organization-queries.ts'
import { changeTeam, createTeam, teamsQuery } from '../../queries/team-queries.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TeamMembers, TeamWidgets } from './team-choices.tsx'
import { formOf, mergedLists, type TeamForm } from './team-form.ts'

const newTeam: TeamForm = {
  name: '',
  strategy: 'round_robin',
  capacity: 5,
  reassign_minutes: null,
  members: [],
  provider_ids: [],
}
const maxCapacity = 100
const maxMinutes = 1440

/** Creates a team or changes one. */
export function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const { settings: texts, strategies, strategyTexts, problems } = useTexts().inbox.teams
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const agentsToChoose = useQuery(agentsQuery(organization.id))
  const providersToChoose = useQuery(providersQuery(organization.id))
  const opened: TeamForm = team === null ? newTeam : formOf(team)
  const [name, setName] = useState(opened.name)
  const [strategy, setStrategy] = useState<TeamStrategy>(opened.strategy)
  const [capacity, setCapacity] = useState(opened.capacity)
  const [minutes, setMinutes] = useState(opened.reassign_minutes)
  const [members, setMembers] = useState(opened.members)
  const [widgets, setWidgets] = useState(opened.provider_ids)
  const [tried, setTried] = useState(false)
  const missing = name.trim() === ''
  const form: TeamForm = {
    name: name.trim(),
    strategy,
    capacity,
    reassign_minutes: minutes,
    members,
    provider_ids: widgets,
  }

  const save = useMutation({
    mutationFn: async () => {
      const change = changedFields(opened, form)
      if (change.members !== undefined || change.provider_ids !== undefined) {
        const [teams, agents, providers] = await Promise.all([
          queryClient.fetchQuery({ ...teamsQuery(organization.id), staleTime: 0 }),
          queryClient.fetchQuery({ ...agentsQuery(organization.id), staleTime: 0 }),
          queryClient.fetchQuery({ ...providersQuery(organization.id), staleTime: 0 }),
        ])
        const stored = teams.find(({ id }) => id === team?.id) ?? opened
        Object.assign(change, mergedLists(opened, change, stored, { agents, providers }))
      }
      return team === null
        ? createTeam(organization.id, { ...form, ...change })
        : changeTeam(organization.id, team.id, change)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: teamsQuery(organization.id).queryKey }),
  })

  return (
    <FormDialog
      dirty={differs(opened, form)}
      title={team === null ? texts.create : texts.editTitle}
      size="lg"
      error={save.error}
      problems={problems}
      saveLabel={texts.save}
      isSaving={save.isPending}
      onSave={() => {
        setTried(true)
        return missing ? undefined : save.mutateAsync(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        value={name}
        maxLength={40}
        autoComplete="off"
        data-autofocus
        error={tried && missing ? texts.nameMissing : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <QueryView query={agentsToChoose} skeleton={<RowSkeletons count={2} />}>
        {(agents) => (
          <TeamMembers agents={agents} value={members} capacity={capacity} onChange={setMembers} />
        )}
      </QueryView>
      <QueryView query={providersToChoose} skeleton={<RowSkeletons count={1} />}>
        {(providers) =>
          providers.length > 0 && (
            <TeamWidgets providers={providers} team={team} value={widgets} onChange={setWidgets} />
          )
        }
      </QueryView>
      <Radio.Group
        label={texts.strategy}
        value={strategy}
        onChange={(value) => setStrategy(strategyNames.find((each) => each === value) ?? strategy)}
      >
        <Stack gap="xs" mt={4}>
          {strategyNames.map((each) => (
            <Radio key={each} value={each} label={strategies[each]} description={strategyTexts[each]} />
          ))}
        </Stack>
      </Radio.Group>
      {strategy !== 'manual' && (
        <>
          <NumberInput
            label={texts.capacity}
            description={texts.capacityHint}
            value={capacity}
            min={1}
            max={maxCapacity}
            allowDecimal={false}
            onChange={(value) => setCapacity(inRange(value, maxCapacity) ?? capacity)}
          />
          <NumberInput
            label={texts.reassign}
            description={texts.reassignHint}
            placeholder={texts.reassignNever}
            value={minutes ?? ''}
            min={1}
            max={maxMinutes}
            allowDecimal={false}
            onChange={(value) => setMinutes(inRange(value, maxMinutes))}
          />
        </>
      )}
    </FormDialog>
  )
}

/** null: empty. */
const inRange = (value: number | string, max: number): number | null =>
  typeof value === 'number' ? Math.min(max, Math.max(1, Math.round(value))) : null

/** A record, so that a missing strategy does not compile. */
const all: Record<TeamStrategy, true> = {
  manual: true,
  round_robin: true,
  balanced: true,
  longest_idle: true,
}
const isStrategy = (text: string): text is TeamStrategy => Object.hasOwn(all, text)
const strategyNames = Object.keys(all).filter(isStrategy)
