import { NativeSelect, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Visibility } from '@parley/protocol/visibility'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { teamsQuery } from '../queries/team-queries.ts'

type Audience = Visibility['type']
const isAudience = (text: string): text is Audience => ['organization', 'team', 'personal'].includes(text)

/** The organization's teams, and those of the signed-in agent. */
function useTeams() {
  const membership = useMembership()
  const { data: all = [] } = useQuery(teamsQuery(membership.organization.id))
  const own = all.filter(({ members }) => members.some((member) => member.agent_id === membership.agent_id))
  return { all, own, offered: isAdmin(membership) ? all : own }
}

/** Whether the agent may change an item, as the service decides. */
export function useMayChange() {
  const membership = useMembership()
  const { own } = useTeams()
  return ({ visibility, agent_id: author }: { visibility: Visibility; agent_id: string | null }): boolean => {
    if (visibility.type === 'team')
      return isAdmin(membership) || own.some(({ id }) => id === visibility.team_id)
    return author === membership.agent_id || isAdmin(membership)
  }
}

/** Whether an item is for this agent: admins see those of all teams, but their tools offer those of their own. */
export function useIsMine() {
  const { own } = useTeams()
  return ({ visibility }: { visibility: Visibility }): boolean =>
    visibility.type !== 'team' || own.some(({ id }) => id === visibility.team_id)
}

/** The name of the team that shares an item; null: it is not shared with a team. */
export function useTeamNameOf() {
  const { all } = useTeams()
  return ({ visibility }: { visibility: Visibility }): string | null =>
    visibility.type === 'team' ? (all.find(({ id }) => id === visibility.team_id)?.name ?? null) : null
}

/** Who sees an item. Teams are offered if there are any that the agent can share with, everyone if the agent could still change it. */
export function VisibilityChoice(props: {
  /** null: a new item. */
  saved: { agent_id: string | null } | null
  label: string
  order: readonly Audience[]
  names: Record<Exclude<Audience, 'team'>, string>
  value: Visibility
  onChange: (visibility: Visibility) => void
}) {
  const { value, onChange } = props
  const texts = useTexts().sharing
  const { offered } = useTeams()
  const [first] = offered
  const mayChange = useMayChange()
  const isForEveryone =
    props.saved === null || mayChange({ ...props.saved, visibility: { type: 'organization' } })
  const choose = (type: string) => {
    if (!isAudience(type)) return
    if (type !== 'team') onChange({ type })
    else if (first !== undefined) onChange({ type, team_id: first.id })
  }
  return (
    <>
      <Radio.Group label={props.label} value={value.type} onChange={choose}>
        <Stack gap="xs" mt="xs">
          {props.order
            .filter((type) => type !== 'team' || first !== undefined || value.type === 'team')
            .map((type) => (
              <Radio
                key={type}
                value={type}
                label={type === 'team' ? texts.aTeam : props.names[type]}
                {...(type === 'organization' &&
                  !isForEveryone && { disabled: true, description: texts.everyoneByAuthor })}
              />
            ))}
        </Stack>
      </Radio.Group>
      {value.type === 'team' && (
        <NativeSelect
          label={texts.team}
          value={value.team_id}
          onChange={(event) => onChange({ type: 'team', team_id: event.currentTarget.value })}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  )
}
