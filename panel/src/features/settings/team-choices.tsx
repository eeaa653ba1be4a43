import { Checkbox, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Agent } from '@parley/protocol/agent'
import type { Provider } from '@parley/protocol/provider'
import type { Team, TeamMember } from '@parley/protocol/team'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { teamsQuery } from '../../queries/team-queries.ts'
import classes from './team-choices.module.css'

/** The members, each with an own capacity or that of the team. */
export function TeamMembers(props: {
  agents: readonly Agent[]
  value: TeamMember[]
  /** Of the team. */
  capacity: number
  onChange: (members: TeamMember[]) => void
}) {
  const texts = useTexts().inbox.teams.settings
  const { agents, value, onChange } = props
  const set = (agentId: string, member: TeamMember | null) =>
    onChange([...value.filter(({ agent_id }) => agent_id !== agentId), ...(member === null ? [] : [member])])
  return (
    <fieldset className={classes.choices}>
      <legend>{texts.people}</legend>
      {agents.map(({ id, name }) => {
        const member = value.find(({ agent_id }) => agent_id === id)
        return (
          <div key={id} className={classes.choice}>
            <Checkbox
              label={<bdi>{name}</bdi>}
              checked={member !== undefined}
              onChange={(event) =>
                set(id, event.currentTarget.checked ? { agent_id: id, capacity: null } : null)
              }
            />
            {member !== undefined && (
              <NumberInput
                className={classes.capacity}
                size="xs"
                aria-label={texts.capacityOf(name)}
                placeholder={String(props.capacity)}
                value={member.capacity ?? ''}
                min={1}
                max={100}
                clampBehavior="strict"
                allowDecimal={false}
                onChange={(capacity) =>
                  set(id, {
                    agent_id: id,
                    capacity: typeof capacity === 'number' && capacity > 0 ? capacity : null,
                  })
                }
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** Widgets whose new conversations start in the team. A widget has one team. */
export function TeamWidgets(props: {
  providers: readonly Provider[]
  team: Team | null
  value: string[]
  onChange: (providerIds: string[]) => void
}) {
  const texts = useTexts().inbox.teams.settings
  const { organization } = useMembership()
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const others = teams.filter(({ id }) => id !== props.team?.id)
  return (
    <fieldset className={classes.choices}>
      <legend>{texts.widgets}</legend>
      {props.providers.map(({ id, name }) => {
        const other = others.find(({ provider_ids: ids }) => ids.includes(id))
        return (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            description={other === undefined ? undefined : texts.widgetOf(other.name)}
            checked={props.value.includes(id)}
            onChange={(event) =>
              props.onChange(
                event.currentTarget.checked
                  ? [...props.value, id]
                  : props.value.filter((each) => each !== id),
              )
            }
          />
        )
      })}
    </fieldset>
  )
}
