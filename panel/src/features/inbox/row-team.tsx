import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/i18n.tsx'
import { teamsQuery } from '../../queries/team-queries.ts'
import classes from './inbox-row.module.css'

export function RowTeam({ organizationId, id }: { organizationId: string; id: string }) {
  const texts = useTexts().inbox.teams
  const { data: teams } = useQuery(teamsQuery(organizationId))
  const team = teams?.find((each) => each.id === id)
  if (team === undefined) return null
  return (
    <span className={classes.agent} title={texts.is(team.name)}>
      <IconUsersGroup size={14} stroke={1.75} role="img" aria-label={texts.team} />
      <bdi>{team.name}</bdi>
    </span>
  )
}
