import { IconAlertTriangle, IconHourglassEmpty, IconHourglassHigh, type Icon } from '@tabler/icons-react'
import type { SlaDue } from '@parley/protocol/sla-metric'
import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { momentText, waitingText } from '../time/times.ts'
import { useNow } from '../time/use-now.ts'
import classes from './due-mark.module.css'

type Urgency = 'later' | 'soon' | 'overdue'

const icons: Record<Urgency, Icon> = {
  later: IconHourglassEmpty,
  soon: IconHourglassHigh,
  overdue: IconAlertTriangle,
}

/** The next SLA deadline: icon, word and time, which differ before and after it. */
export function DueMark({ due }: { due: SlaDue }) {
  const texts = useTexts().sla
  const locale = useLocale()
  const now = useNow()
  const dueAt = Date.parse(due.due_at)
  const urgency: Urgency = now >= dueAt ? 'overdue' : now >= Date.parse(due.warn_at) ? 'soon' : 'later'
  const Mark = icons[urgency]
  const [earlier, later] = now >= dueAt ? [dueAt, now] : [now, dueAt]
  const time = waitingText(new Date(earlier).toISOString(), locale, later)
  return (
    <span
      className={classes.mark}
      data-urgency={urgency}
      title={texts.due(texts.metrics[due.metric], momentText(due.due_at, locale))}
    >
      <Mark size={14} stroke={1.75} aria-hidden="true" />
      {urgency === 'overdue'
        ? texts.overdue(time)
        : urgency === 'soon'
          ? texts.dueSoon(time)
          : texts.dueIn(time)}
    </span>
  )
}
