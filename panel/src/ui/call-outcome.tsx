import { IconPhoneCheck, IconPhoneOff, IconPhoneX, IconPlugConnectedX, type Icon } from '@tabler/icons-react'
import { callReasons, type CallEnder, type CallEndStatus, type CallReason } from '@parley/protocol/call'
import type { Messages } from '../messages/en.ts'
import { useWords } from '../i18n/i18n.tsx'
import classes from './call-outcome.module.css'

const icons: Record<CallEndStatus, Icon> = {
  ended: IconPhoneCheck,
  missed: IconPhoneOff,
  rejected: IconPhoneX,
  failed: IconPlugConnectedX,
}

/** How a call ended: word and sign, not colour alone. */
export function CallOutcome({ status }: { status: CallEndStatus }) {
  const { outcomes } = useWords().calls
  const Picture = icons[status]
  return (
    <span className={classes.mark} data-status={status}>
      <Picture size={18} stroke={1.75} aria-hidden />
      {outcomes[status]}
    </span>
  )
}

interface Ended {
  reason: string | null
  ended_by: CallEnder | null
}

/** Why, in a sentence. The list of reasons is open (spec 2.4): of one that we do not know only who ended it is told. */
export function reasonText(words: Messages['calls'], { reason, ended_by }: Ended): string | null {
  const known = callReasons.find((each): each is CallReason => each === reason)
  if (known !== undefined) return words.reasons[known]
  return ended_by === null ? null : words.endedBy[ended_by]
}
