import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { relativeParts } from '../../time/relative-parts.ts'
import { exactTime } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'

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
