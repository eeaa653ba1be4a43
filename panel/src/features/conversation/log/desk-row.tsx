import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useMembership } from '../../../context/membership.tsx'
import { clockTime, exactTime } from '../../../time/times.ts'
import type { DeskEntry } from './desk-entries.ts'
import classes from './plain-rows.module.css'

/** A line about the team's own work on the conversation. Customers do not receive these entries. */
export function DeskRow({ entry }: { entry: DeskEntry }) {
  const locale = useLocale()
  return (
    <p className={classes.line}>
      <span>
        <DeskText entry={entry} />
      </span>
      <time dateTime={entry.created_at} title={exactTime(entry.created_at, locale)}>
        {clockTime(entry.created_at, locale)}
      </time>
    </p>
  )
}

function DeskText({ entry }: { entry: DeskEntry }) {
  const { labels } = useTexts().inbox
  const { agent_id: me } = useMembership()
  const { by, label } = entry.data
  const who = by === null ? labels.program : by.id === me ? labels.you : by.name
  return entry.type === 'conversation.labelled'
    ? labels.added(who, label.name)
    : labels.removed(who, label.name)
}
