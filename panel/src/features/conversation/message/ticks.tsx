import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChecks } from '@tabler/icons-react'
import type { MessageStatus } from '@parley/client/timeline/timeline-view'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './ticks.module.css'

/** Message status: one tick sent, two delivered, two coloured read. */
export function Ticks({ status, inWords }: { status: MessageStatus; inWords: boolean }) {
  const texts = useTexts().inbox.conversation.message
  const Icon = status === 'sent' ? IconCheck : IconChecks
  return (
    <span className={classes.ticks} data-status={status} title={texts[status]}>
      {inWords ? texts[status] : <VisuallyHidden>{texts[status]}</VisuallyHidden>}
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
