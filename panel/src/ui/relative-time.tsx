import { exactTime } from '../time/times.ts'
import { useNow } from '../time/use-now.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useWords } from '../i18n/i18n.tsx'
import { relativeParts } from '../time/relative-parts.ts'

/** How long ago, or how far ahead; the exact time in the reader's own zone on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const words = useWords()
  const locale = useLocale()
  const parts = relativeParts(Date.parse(at), useNow())
  return (
    <time dateTime={at} title={exactTime(at, locale)} className={className}>
      {parts === null
        ? words.shell.time.justNow
        : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(parts.value, parts.unit)}
    </time>
  )
}
