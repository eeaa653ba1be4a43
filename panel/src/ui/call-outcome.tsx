import { IconPhoneCheck, IconPhoneOff, IconPhoneX, IconPlugConnectedX, type Icon } from '@tabler/icons-react'
import { callReasons, type CallEnder, type CallEndStatus, type CallReason } from '@parley/protocol/call'
import { useTexts } from '../i18n/i18n.tsx'
import type { Messages } from '../messages/en.ts'
import classes from './call-outcome.module.css'

const icons: Record<CallEndStatus, Icon> = {
  ended: IconPhoneCheck,
  missed: IconPhoneOff,
  rejected: IconPhoneX,
  failed: IconPlugConnectedX,
}

/** The outcome of a call: text and icon, not colour alone. */
export function CallOutcome({ status }: { status: CallEndStatus }) {
  const { outcomes } = useTexts().calls
  const IconComponent = icons[status]
  return (
    <span className={classes.mark} data-status={status}>
      <IconComponent size={18} stroke={1.75} aria-hidden />
      {outcomes[status]}
    </span>
  )
}

interface Ended {
  reason: string | null
  ended_by: CallEnder | null
}

/**
 * The reason as a sentence. The list of reasons is open (spec 2.4): for unknown ones only who ended the call
 * is shown.
 */
export function reasonText(texts: Messages['calls'], { reason, ended_by }: Ended): string | null {
  const known = callReasons.find((each): each is CallReason => each === reason)
  if (known !== undefined) return texts.reasons[known]
  return ended_by === null ? null : texts.endedBy[ended_by]
}
