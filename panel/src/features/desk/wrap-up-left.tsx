import { useLocale } from '../../i18n/use-locale.ts'
import { useServerNow } from '../../session/use-server-now.ts'
import { clockDuration } from '../../time/clock-duration.ts'

/** Remaining wrap-up time. */
export function WrapUpLeft({ until }: { until: string }) {
  const locale = useLocale()
  const now = useServerNow()
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {/* `now` may be a second old: rounding down never starts ten seconds at eleven. */}
      {clockDuration((Date.parse(until) - now) / 1_000, locale)}
    </span>
  )
}
