import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { relativeParts } from '../../time/relative-parts.ts'
import { durationText, exactTime } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { countdownParts } from './countdown-parts.ts'

/** Time until `at`, counting seconds in the last hour; the exact time on hover. */
export function Countdown({ at }: { at: string }) {
  const { anyMoment } = useTexts().deliveries
  const locale = useLocale()
  const left = useSecondsUntil(at)
  const parts = countdownParts(left)
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 })
  return (
    <time dateTime={at} title={exactTime(at, locale)} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {parts === 'now'
        ? anyMoment
        : parts === 'long'
          ? durationText(left, locale)
          : `${new Intl.NumberFormat(locale).format(parts.minutes)}:${two.format(parts.seconds)}`}
    </time>
  )
}

function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil((Date.parse(at) - now) / 1_000)
}

/** `in 9 minutes`, for lists: counting seconds would flicker. */
export function NextAttempt({ at }: { at: string }) {
  const { anyMoment } = useTexts().deliveries
  const locale = useLocale()
  const now = useNow()
  const parts = Date.parse(at) <= now ? null : relativeParts(Date.parse(at), now)
  return (
    <time dateTime={at} title={exactTime(at, locale)}>
      {parts === null
        ? anyMoment
        : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(parts.value, parts.unit)}
    </time>
  )
}
