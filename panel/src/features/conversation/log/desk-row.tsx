import type { LogEntry } from '@parley/protocol/event'
import type { ConversationRouted } from '@parley/protocol/team'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useMembership } from '../../../context/membership.tsx'
import type { Messages } from '../../../messages/en.ts'
import { clockTime, exactTime, momentText } from '../../../time/times.ts'
import type { DeskEntry } from './desk-entries.ts'
import classes from './plain-rows.module.css'
import { RatedText } from './rated-text.tsx'

/** A timeline line for an entry that only agents receive. */
export function DeskRow({ entry }: { entry: DeskEntry }) {
  const locale = useLocale()
  return (
    <p className={classes.line}>
      <span>
        <EntryText entry={entry} />
      </span>
      <time dateTime={entry.created_at} title={exactTime(entry.created_at, locale)}>
        {clockTime(entry.created_at, locale)}
      </time>
    </p>
  )
}

function EntryText({ entry }: { entry: DeskEntry }) {
  switch (entry.type) {
    case 'conversation.rated':
      return <RatedText entry={entry} />
    case 'conversation.automated':
      return <AutomatedText entry={entry} />
    case 'sla.breached':
      return <SlaText entry={entry} />
    case 'customer.mailed':
      return <MailedText entry={entry} />
    default:
      return <DeskText entry={entry} />
  }
}

/** A rule that ran, with its actions; refused ones are marked. */
function AutomatedText({ entry }: { entry: Extract<LogEntry, { type: 'conversation.automated' }> }) {
  const { actions, log } = useTexts().automation
  const list = new Intl.ListFormat(useLocale(), { type: 'unit', style: 'short' })
  const { rule, results } = entry.data
  const names = results.map(({ type, outcome }) =>
    outcome === 'failed' ? log.failed(actions[type]) : actions[type],
  )
  return <>{log.ran(rule.name, list.format(names))}</>
}

/** An e-mail about unread messages, and what its reader did. */
function MailedText({ entry }: { entry: Extract<LogEntry, { type: 'customer.mailed' }> }) {
  const texts = useTexts().mailed
  const { kind, email, count } = entry.data
  return <>{kind === 'messages' ? texts.messages(count, email) : texts[kind](email)}</>
}

/** A deadline that passed. */
function SlaText({ entry }: { entry: Extract<LogEntry, { type: 'sla.breached' }> }) {
  const texts = useTexts().sla
  return texts.breachedLine(texts.metrics[entry.data.metric], entry.data.policy.name)
}

type WithAuthor = Exclude<
  DeskEntry,
  { type: 'conversation.rated' | 'conversation.automated' | 'sla.breached' | 'customer.mailed' }
>

function DeskText({ entry }: { entry: WithAuthor }) {
  const { labels, teams, triage } = useTexts().inbox
  const locale = useLocale()
  const { agent_id: me } = useMembership()
  const { by } = entry.data
  const who = by === null ? labels.program : by.id === me ? labels.you : by.name
  switch (entry.type) {
    case 'conversation.labelled':
      return labels.added(who, entry.data.label.name)
    case 'conversation.unlabelled':
      return labels.removed(who, entry.data.label.name)
    case 'conversation.prioritized': {
      const { priority } = entry.data
      return priority === null
        ? triage.log.noPriority(who)
        : triage.log.priority(who, triage.priorities[priority])
    }
    case 'conversation.snoozed': {
      const { until } = entry.data
      return until === null
        ? triage.log.snoozedUntilReply(who)
        : triage.log.snoozed(who, momentText(until, locale))
    }
    case 'conversation.routed':
      return routedText(teams.log, who, entry.data)
    default:
      return entry.data.reason === 'agent' ? triage.log.unsnoozed(who) : triage.log.over[entry.data.reason]
  }
}

function routedText(
  texts: Messages['inbox']['teams']['log'],
  who: string,
  { team, reason, from }: ConversationRouted,
): string {
  if (reason === 'deleted') return texts.deleted
  if (team === null) return texts.removed(who)
  if (reason === 'widget') return texts.widget(team.name)
  return reason === 'unanswered'
    ? texts.unanswered(from?.name ?? texts.someone, team.name)
    : texts.chosen(who, team.name)
}
