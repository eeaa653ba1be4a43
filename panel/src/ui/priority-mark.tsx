import { IconChevronDown, IconChevronsUp, IconChevronUp, IconEqual, type Icon } from '@tabler/icons-react'
import type { Priority } from '@parley/protocol/triage'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './priority-mark.module.css'

export const priorityIcons: Record<Priority, Icon> = {
  urgent: IconChevronsUp,
  high: IconChevronUp,
  normal: IconEqual,
  low: IconChevronDown,
}

/** Most urgent first. */
export const priorityOrder = Object.keys(priorityIcons) as Priority[]

/** Icon and word of a priority. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const { priorities, priorityIs } = useTexts().inbox.triage
  const Mark = priorityIcons[priority]
  return (
    <span className={classes.mark} data-priority={priority} title={priorityIs(priorities[priority])}>
      <Mark size={16} stroke={2} aria-hidden="true" />
      {priorities[priority]}
    </span>
  )
}
