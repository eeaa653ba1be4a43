import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { relativeParts } from '../time/relative-parts.ts'
import { exactTime } from '../time/times.ts'
import { useNow } from '../time/use-now.ts'

/** Relative time; the exact local time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const texts = useTexts()
  const locale = useLocale()
  const parts = relativeParts(Date.parse(at), useNow())
  return (
    <time dateTime={at} title={exactTime(at, locale)} className={className}>
      {parts === null
        ? texts.shell.time.justNow
        : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(parts.value, parts.unit)}
    </time>
  )
}
