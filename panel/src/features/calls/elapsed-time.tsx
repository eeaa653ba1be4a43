import { useLocale } from '../../i18n/use-locale.ts'
import { useServerNow } from '../../session/use-server-now.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { exactTime } from '../../time/times.ts'

/** Time since `at`, counting up; the exact time on hover. */
export function ElapsedTime({ at, className }: { at: string; className?: string | undefined }) {
  const locale = useLocale()
  const now = useServerNow()
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
