import { Button, Menu } from '@mantine/core'
import { IconCheck, IconCircleOff, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Team } from '@parley/protocol/team'
import { useMembership } from '../context/membership.tsx'
import { teamsQuery } from '../queries/team-queries.ts'
import { PopupOnUse, type TargetButtonProps } from './popup-on-use.tsx'
import classes from './team-menu.module.css'

interface TeamMenuProps {
  value: string | null
  onPick: (teamId: string | null) => void
  /** Name of the list. */
  label: string
  /** On the button without a team. */
  text: string
  /** Accessible name of the button with a team. */
  textOf: (name: string) => string
  none: string
  /** Highlights a chosen team. */
  highlight?: boolean
  /** Lets a command open it. */
  id?: string
}

/** Chooses a team, or none. Hidden while the organization has no teams. */
export function TeamMenu(props: TeamMenuProps) {
  const { organization } = useMembership()
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  if (teams.length === 0) return null
  return (
    <PopupOnUse
      kind="menu"
      renderTarget={(attributes) => <TeamButton id={props.id} of={props} teams={teams} {...attributes} />}
    >
      <UsedTeamMenu of={props} teams={teams} />
    </PopupOnUse>
  )
}

interface Teams {
  of: TeamMenuProps
  teams: readonly Team[]
}

function UsedTeamMenu({ of: props, teams }: Teams) {
  const { value, onPick } = props
  const check = <IconCheck size={18} stroke={1.75} aria-hidden="true" />
  return (
    <Menu
      {...(props.id !== undefined && { id: props.id })}
      position="bottom-start"
      shadow="md"
      width={240}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <TeamButton of={props} teams={teams} />
      </Menu.Target>
      <Menu.Dropdown aria-label={props.label} className={classes.list}>
        {teams.map(({ id, name }) => (
          <Menu.Item key={id} rightSection={value === id ? check : undefined} onClick={() => onPick(id)}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconCircleOff size={18} stroke={1.75} aria-hidden="true" />}
          rightSection={teams.some(({ id }) => id === value) ? undefined : check}
          onClick={() => onPick(null)}
        >
          {props.none}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function TeamButton({ of: props, teams, ...rest }: Teams & TargetButtonProps) {
  const team = teams.find(({ id }) => id === props.value)
  return (
    <Button
      {...(props.highlight === true && team !== undefined
        ? { variant: 'light' }
        : { variant: 'subtle', color: 'gray' })}
      size="compact-sm"
      className={classes.button}
      leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden="true" />}
      aria-label={team === undefined ? props.label : props.textOf(team.name)}
      {...rest}
    >
      <bdi className={classes.name}>{team?.name ?? props.text}</bdi>
    </Button>
  )
}
