import { clockDuration } from '../../time/clock-duration.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useServerSeconds } from '../../session/use-server-seconds.ts'

/** How long the pause after a call still is. */
export function WrapUpLeft({ until }: { until: string }) {
  const locale = useLocale()
  const now = useServerSeconds()
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {/* `now` may be a second old: rounded down, ten seconds never begin with eleven. */}
      {clockDuration((Date.parse(until) - now) / 1_000, locale)}
    </span>
  )
}
