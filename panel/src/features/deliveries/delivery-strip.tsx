import type { Delivery } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './delivery-strip.module.css'
import { stateCounts } from './state-counts.ts'

/** Recent deliveries as bars, newest last, with a text summary. */
export function DeliveryStrip({ deliveries }: { deliveries: readonly Delivery[] }) {
  const texts = useTexts().deliveries
  const counts = stateCounts(deliveries).map(([state, count]) => `${texts.states[state]} ${count}`)
  return (
    <div className={classes.strip}>
      <div className={classes.bars} aria-hidden>
        {deliveries.toReversed().map(({ id, state }) => (
          <span key={id} className={classes.bar} data-state={state} />
        ))}
      </div>
      <p className={classes.body}>
        {texts.lately(deliveries.length)} {counts.join(' · ')}
      </p>
    </div>
  )
}
