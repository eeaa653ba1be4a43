import { exactTime } from '../../times.ts'
import { relativeParts } from '../../ui/relative-parts.ts'
import { useLocale } from '../../use-locale.ts'
import { useNow } from '../../use-now.ts'
import { useWords } from '../../words.tsx'

/** `in 9 minutes`, for a list: where many wait, seconds would make it flicker. */
export function NextAttempt({ at }: { at: string }) {
  const { anyMoment } = useWords().deliveries
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
