import { IconClock, IconUsersGroup, IconZzz } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { momentText, waitingText } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DueMark } from '../../ui/due-mark.tsx'
import { PriorityMark } from '../../ui/priority-mark.tsx'
import classes from './inbox-row.module.css'
import { RowLabels } from './row-labels.tsx'

interface RowMarksProps {
  row: Conversation
  organizationId: string
  view: string
  /** The agent has unsent text here. */
  hasDraft: boolean
}

/** The third line of a row: what needs attention, labels, team and agent. Empty rows have none. */
export function RowMarks({ row, organizationId, view, hasDraft }: RowMarksProps) {
  const texts = useTexts().inbox
  const agent = showsAgent(view) ? row.agent : null
  const {
    customer,
    waiting_since: waitingSince,
    sla,
    priority,
    snooze,
    label_ids: labels,
    team_id: team,
  } = row
  const marks = [waitingSince, sla, priority, snooze, team, agent]
  const isEmpty = marks.every((mark) => mark === null) && labels.length === 0
  if (isEmpty && !customer.is_blocked && !hasDraft) return null
  return (
    <span className={classes.marks}>
      {hasDraft && <span className={classes.draft}>{texts.writing.draft}</span>}
      {waitingSince !== null && row.status === 'open' && <WaitingMark since={waitingSince} />}
      {sla !== null && <DueMark due={sla} />}
      {customer.is_blocked && <span className={classes.blocked}>{texts.row.blocked}</span>}
      {priority !== null && <PriorityMark priority={priority} />}
      {snooze !== null && <SnoozeMark until={snooze.until} />}
      <RowLabels organizationId={organizationId} ids={labels} />
      {team !== null && <RowTeam organizationId={organizationId} id={team} />}
      {agent !== null && (
        <span className={classes.agent}>
          <Avatar id={agent.id} name={agent.name} avatarUrl={agent.avatar_url} size={20} />
          <bdi>{agent.name}</bdi>
        </span>
      )}
    </span>
  )
}

/** "Mine" and "unassigned" imply the agent. */
const showsAgent = (view: string) => view === 'open' || view === 'closed'

function WaitingMark({ since }: { since: string }) {
  const texts = useTexts().inbox.row
  const waiting = waitingText(since, useLocale(), useNow())
  return (
    <span className={classes.waiting} title={texts.waitingLong(waiting)}>
      <IconClock size={14} stroke={1.75} aria-hidden="true" />
      {texts.waiting(waiting)}
    </span>
  )
}

function SnoozeMark({ until }: { until: string | null }) {
  const texts = useTexts().inbox.triage
  const locale = useLocale()
  return (
    <span className={classes.snooze}>
      <IconZzz size={14} stroke={1.75} aria-hidden="true" />
      {until === null ? texts.rowUntilReply : texts.rowUntil(momentText(until, locale))}
    </span>
  )
}

function RowTeam({ organizationId, id }: { organizationId: string; id: string }) {
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
