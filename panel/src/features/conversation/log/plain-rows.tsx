import { IconEraser } from '@tabler/icons-react'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { clockTime, dayText, durationText, exactTime } from '../../../time/times.ts'
import { useNow } from '../../../time/use-now.ts'
import { CallLine } from '../../../ui/call-line.tsx'
import classes from './plain-rows.module.css'
import type { TimelineRow } from './timeline-rows.ts'

export function DayRow({ at }: { at: string }) {
  const locale = useLocale()
  return (
    <div className={classes.day}>
      <span>{dayText(at, locale, useNow())}</span>
    </div>
  )
}

export function NewRow() {
  const texts = useTexts().inbox.conversation.log
  return (
    <div className={classes.new}>
      <span>{texts.new}</span>
    </div>
  )
}

export function ClearedRow({ at, name }: { at: string; name: string }) {
  const texts = useTexts().inbox.conversation.log
  const locale = useLocale()
  return (
    <p className={classes.line} title={exactTime(at, locale)}>
      <IconEraser size={14} stroke={1.75} aria-hidden="true" />
      <span>{texts.cleared(name)}</span>
      <time dateTime={at}>{clockTime(at, locale)}</time>
    </p>
  )
}

type LineRowProps = Pick<TimelineRow & { kind: 'line' }, 'line' | 'again' | 'duration'>

/** A system line between messages. */
export function LineRow({ line, again, duration }: LineRowProps) {
  const locale = useLocale()
  return (
    <p className={classes.line}>
      <span>
        <LineText line={line} again={again} duration={duration} />
      </span>
      <time dateTime={line.created_at} title={exactTime(line.created_at, locale)}>
        {clockTime(line.created_at, locale)}
      </time>
    </p>
  )
}

function LineText({ line, again, duration }: LineRowProps) {
  const texts = useTexts().inbox.conversation.log
  const locale = useLocale()
  const { agent_id: me } = useMembership()
  if (line.event === 'started') return again ? texts.reopened : texts.started
  if (line.event === 'ended') {
    return duration === null ? texts.ended : texts.endedAfter(durationText(duration, locale))
  }
  if (line.event === 'call') return <CallLine call={line.call} />
  if (line.agent === null) return texts.assignedToNobody
  return line.agent.id === me ? texts.assignedToYou : texts.assigned(line.agent.name)
}
