import { exactTime } from '../../time/times.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useServerSeconds } from '../../session/use-server-seconds.ts'

/** How long since `at`, counting; the exact time on hover. */
export function Ticking({ at, className }: { at: string; className?: string | undefined }) {
  const locale = useLocale()
  const now = useServerSeconds()
  return (
    <time
      dateTime={at}
      title={exactTime(at, locale)}
      className={className}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {clockDuration((now - Date.parse(at)) / 1_000, locale)}
    </time>
  )
}
