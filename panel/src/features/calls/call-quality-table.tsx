import { VisuallyHidden } from '@mantine/core'
import type { CallDetail, CallQuality } from '@parley/protocol/call'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { Messages } from '../../messages/en.ts'
import classes from './call-details.module.css'

const figures = ['round_trip', 'jitter', 'loss', 'path', 'restarts'] as const

/** Measurements of both sides, next to each other. */
export function CallQualityTable({ quality }: Pick<CallDetail, 'quality'>) {
  const texts = useTexts().calls.sheet
  const locale = useLocale()
  const { customer, agent } = quality
  if (customer === null && agent === null) return <p className={classes.soft}>{texts.noQuality}</p>
  return (
    <table className={classes.table}>
      <caption className={classes.soft} style={{ textAlign: 'start' }}>
        {texts.qualityLead}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{texts.quality}</VisuallyHidden>
          </th>
          <th scope="col">{texts.sides.customer}</th>
          <th scope="col">{texts.sides.agent}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure}>
            <th scope="row">{texts.figures[figure]}</th>
            <td>{figureText(texts, locale, figure, customer)}</td>
            <td>{figureText(texts, locale, figure, agent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function figureText(
  texts: Messages['calls']['sheet'],
  locale: string,
  figure: (typeof figures)[number],
  quality: CallQuality | null,
): string {
  const value = quality?.[figure] ?? null
  if (quality === null || value === null) return '–'
  switch (figure) {
    case 'path':
      return quality.path === null ? '–' : texts.paths[quality.path]
    case 'restarts':
      return quality.restarts === 0 ? texts.never : texts.times(quality.restarts)
    case 'loss':
      return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
        quality.loss ?? 0,
      )
    case 'round_trip':
    case 'jitter':
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'millisecond',
        unitDisplay: 'short',
        maximumFractionDigits: 0,
      }).format(quality[figure] ?? 0)
    default:
      return figure satisfies never
  }
}
