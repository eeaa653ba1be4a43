import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconSend, type Icon } from '@tabler/icons-react'
import type { DeliveryState } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './delivery-state-badge.module.css'

const icons: Record<DeliveryState, Icon> = {
  waiting: IconClock,
  sending: IconSend,
  delivered: IconCircleCheck,
  failed: IconCircleX,
  cancelled: IconBan,
}

/** The state of a delivery: text and icon, not colour alone. */
export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { states } = useTexts().deliveries
  const IconComponent = icons[state]
  return (
    <span className={classes.mark} data-state={state}>
      <IconComponent size={18} stroke={1.75} aria-hidden />
      {states[state]}
    </span>
  )
}
