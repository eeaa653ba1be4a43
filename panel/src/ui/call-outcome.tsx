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

/** How a call ended: word and sign, not colour alone. */
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

/** Why, in a sentence. The list of reasons is open (spec 2.4): of one that we do not know only who ended it is told. */
export function reasonText(texts: Messages['calls'], { reason, ended_by }: Ended): string | null {
  const known = callReasons.find((each): each is CallReason => each === reason)
  if (known !== undefined) return texts.reasons[known]
  return ended_by === null ? null : texts.endedBy[ended_by]
}
