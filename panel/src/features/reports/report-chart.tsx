import { Skeleton } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { isListable, reportMetrics } from '@parley/protocol/report-metrics'
import type { Report } from '@parley/protocol/reports'
import { useTexts } from '../../i18n/i18n.tsx'
import type { Messages } from '../../messages/en.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { FillPatterns } from './chart-fills.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { usePicks } from './picks.ts'
import classes from './report-chart.module.css'
import { unitOf } from './report-data.ts'
import { seriesKey, type ChartLayout } from './report-layouts.ts'
import type { ReportRow, Series } from './report-parts.ts'

const loadPlot = () => import('./plot.tsx')

/** One idea: title, definition and drawing. The table of the report has the same figures and links. */
export function ReportChart(props: {
  report: Report
  layout: ChartLayout
  rows: readonly ReportRow[]
  /** The first chart announces that the drawings of all charts failed to load. */
  isFirst: boolean
}) {
  const { report, layout, rows } = props
  const texts = useTexts().reports
  const picks = usePicks()
  const id = useId()
  const prefix = id.replaceAll(/\W/g, '')
  const series = seriesOf(layout, report, texts)
  const [first] = layout.series
  const words = layout.name === undefined ? texts.metrics[layout.metric] : texts.charts[layout.name]
  if (first === undefined) return null
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{words.name}</h2>
      <p className={classes.definition}>{words.definition}</p>
      {series.length > 1 ? <ChartLegend kind={layout.kind} prefix={prefix} series={series} /> : null}
      <FillPatterns prefix={prefix} series={series} />
      <CodeView
        name="plot"
        load={loadPlot}
        quiet={!props.isFirst}
        skeleton={
          <Drawing>
            <Skeleton height={220} />
          </Drawing>
        }
      >
        {({ Plot }) => (
          <Drawing>
            <Plot
              kind={layout.kind}
              rows={rows}
              series={series}
              unit={unitOf(first.metric, first.statistic)}
              prefix={prefix}
              onPick={({ place }, { metric }) => {
                if (metric !== undefined) picks.open({ ...place, metric })
              }}
            />
          </Drawing>
        )}
      </CodeView>
    </section>
  )
}

/** Nothing in here takes the focus. The library measures from left to right. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <div className={classes.plot} aria-hidden dir="ltr">
    {children}
  </div>
)

function seriesOf(layout: ChartLayout, report: Report, texts: Messages['reports']): Series[] {
  return layout.series
    .filter(({ previous, metric }) => previous !== true || (report.previous?.totals[metric]?.count ?? 0) > 0)
    .map((each) => ({
      key: seriesKey(each),
      tone: each.tone,
      metric: each.previous === true || !isListable(each.metric) ? undefined : each.metric,
      label: labelOf(each, texts),
    }))
}

function labelOf(
  { metric, statistic, previous }: ChartLayout['series'][number],
  texts: Messages['reports'],
): string {
  if (statistic === 'count' || reportMetrics[metric].kind === 'level') return texts.metrics[metric].name
  const name = texts.statistics[statistic]
  return previous === true ? texts.ofPrevious(name) : name
}
