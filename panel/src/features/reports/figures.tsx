import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import type { Report, ReportFigures } from '@parley/protocol/reports'
import { isListable, reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { Messages } from '../../messages/en.ts'
import classes from './figures.module.css'
import { pickLink, usePicks } from './picks.ts'
import { unitOf, valueOf } from './report-data.ts'
import type { FigureLayout } from './report-layouts.ts'
import type { Statistic } from './report-parts.ts'
import { changeText } from './change-text.ts'
import { changeOf, valueText, verdictOf, type Better, type Unit } from './report-values.ts'

interface Figure {
  label: string
  /** Which figure of all measurements. */
  statistic: string | undefined
  value: number | null
  /** undefined: not compared. */
  previous: number | null | undefined
  unit: Unit
  better: Better
  /** A second figure of the same measurements. */
  note: string | undefined
  /** What a click shows. */
  metric: ReportMetric | undefined
}

/** The headline of a report: figures with their change. */
export function Figures({ report, layouts }: { report: Report; layouts: readonly FigureLayout[] }) {
  const texts = useTexts().reports
  const locale = useLocale()
  const picks = usePicks()
  const figures = layouts.map((layout) => figureOf(layout, report, texts, locale))
  return (
    <dl className={classes.figures}>
      {figures.map((figure) => {
        const value = valueText(figure.value, figure.unit, locale)
        return (
          <div key={figure.label}>
            <dt>
              {figure.label}
              {figure.statistic === undefined ? null : (
                <span className={classes.statistic}> {figure.statistic}</span>
              )}
            </dt>
            <dd>
              {figure.metric === undefined || figure.value === null || figure.value === 0 ? (
                <span className={classes.value}>{value}</span>
              ) : (
                <a className={classes.value} {...pickLink(picks, { metric: figure.metric })}>
                  {value}
                </a>
              )}
              <div>
                {figure.note === undefined ? null : <p className={classes.note}>{figure.note}</p>}
                <ChangeNote figure={figure} />
              </div>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function figureOf(
  layout: FigureLayout,
  { totals, previous }: Report,
  texts: Messages['reports'],
  locale: string,
): Figure {
  const { better } = layout
  const before = <T,>(read: (figures: ReportFigures) => T) =>
    previous === null ? undefined : read(previous.totals)
  if (layout.kind === 'share') {
    const share = (figures: ReportFigures) => shareOf(figures, layout.parts, layout.of)
    return {
      label: texts.shares[layout.name].name,
      statistic: undefined,
      value: share(totals),
      previous: before(share),
      unit: 'share',
      better,
      note: undefined,
      metric: undefined,
    }
  }
  const { metric } = layout
  const statistic = mainStatistic[reportMetrics[metric].kind]
  const read = (figures: ReportFigures) => valueOf(figures, metric, statistic)
  return {
    label: texts.metrics[metric].name,
    statistic: statistic === 'median' || metric === 'rating' ? texts.statistics[statistic] : undefined,
    value: read(totals),
    previous: before(read),
    unit: unitOf(metric, statistic),
    better,
    note: noteOf(metric, totals, texts, locale),
    metric: isListable(metric) ? metric : undefined,
  }
}

const mainStatistic = {
  count: 'count',
  duration: 'median',
  score: 'mean',
  level: 'median',
  time: 'count',
  share: 'mean',
} as const satisfies Record<string, Statistic>

function noteOf(
  metric: ReportMetric,
  totals: ReportFigures,
  texts: Messages['reports'],
  locale: string,
): string | undefined {
  const figure = totals[metric]
  if (figure === undefined || figure.count === 0) return undefined
  switch (reportMetrics[metric].kind) {
    case 'duration':
      return texts.within90(valueText(figure.p90, 'duration', locale))
    case 'level':
      return texts.atMost90(valueText(figure.p90, 'count', locale))
    case 'score':
      return texts.ratings(figure.count, valueText(figure.count, 'count', locale))
    default:
      return undefined
  }
}

/** null: there are none at all. */
function shareOf(figures: ReportFigures, parts: readonly ReportMetric[], of: ReportMetric): number | null {
  const all = figures[of]?.count ?? 0
  return all === 0 ? null : parts.reduce((sum, part) => sum + (figures[part]?.count ?? 0), 0) / all
}

function ChangeNote({ figure }: { figure: Figure }) {
  const texts = useTexts().reports.change
  const locale = useLocale()
  const { value, previous, unit, better } = figure
  if (previous === undefined) return null
  const change = changeOf(value, previous, unit)
  if (change === null || value === null || previous === null) {
    return <span className={classes.change}>{texts.nothingBefore}</span>
  }
  const Icon = change.kind === 'same' ? IconEqual : value > previous ? IconArrowUpRight : IconArrowDownRight
  return (
    <span
      className={classes.change}
      data-verdict={change.kind === 'same' ? 'neutral' : verdictOf(value, previous, better)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {changeText(change, unit, locale, texts)}
        {change.kind === 'same' || change.kind === 'new' ? null : (
          <>
            {' '}
            <span className={classes.before}>{texts.before(valueText(previous, unit, locale))}</span>
          </>
        )}
      </span>
    </span>
  )
}
