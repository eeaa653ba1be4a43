import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { ReactNode } from 'react'
import type { WebhookStatistics } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import classes from './attempt-statistics.module.css'

/** Charts of attempts and response times, and the same figures as a table. A separate chunk. */
export function AttemptCharts({ statistics }: { statistics: WebhookStatistics }) {
  const texts = useTexts().webhooks.statistics
  const locale = useLocale()
  const day = statistics.period === '24h'
  const label = new Intl.DateTimeFormat(
    locale,
    day ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short', hour: '2-digit' },
  )
  const data = statistics.parts.map((part) => ({ ...part, at: label.format(new Date(part.from)) }))
  const shared = {
    h: 180,
    data,
    dataKey: 'at',
    gridAxis: 'x',
    tickLine: 'none',
    xAxisProps: { minTickGap: 24 },
    yAxisProps: { width: 48, allowDecimals: false },
    // No animation: data also arrives while the page is open.
    tooltipAnimationDuration: 0,
  } as const
  return (
    <div className={classes.charts}>
      <Chart title={texts.attempts} note={texts.attemptsNote[statistics.period]}>
        <BarChart
          {...shared}
          type="stacked"
          series={[
            { name: 'delivered', label: texts.delivered, color: 'var(--green)' },
            { name: 'failed', label: texts.failed, color: 'var(--red)' },
          ]}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </Chart>
      <Chart title={texts.times} note={texts.timesNote}>
        <LineChart
          {...shared}
          unit=" ms"
          curveType="linear"
          connectNulls={false}
          series={[
            { name: 'median_ms', label: texts.median, color: 'var(--brand)' },
            { name: 'p95_ms', label: texts.p95, color: 'var(--amber-text)', strokeDasharray: '4 3' },
          ]}
          yAxisProps={{ width: 72 }}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false }}
        />
      </Chart>
      <details>
        <summary className={classes.more}>{texts.table}</summary>
        <Rows statistics={statistics} />
      </details>
    </div>
  )
}

function Chart(props: { title: string; note: string; children: ReactNode }) {
  return (
    <figure className={classes.chart}>
      <figcaption>
        {props.title} <span>{props.note}</span>
      </figcaption>
      {/* The table has the same figures for screen readers, so nothing in here takes the focus. */}
      <div aria-hidden dir="ltr">
        {props.children}
      </div>
    </figure>
  )
}

function Rows({ statistics }: { statistics: WebhookStatistics }) {
  const texts = useTexts().webhooks.statistics
  const locale = useLocale()
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const number = new Intl.NumberFormat(locale)
  const time = (ms: number | null) => (ms === null ? '–' : `${number.format(ms)} ms`)
  return (
    // Scrollable regions must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.rows} role="region" aria-label={texts.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {[texts.from, texts.delivered, texts.failed, texts.median, texts.p95].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statistics.parts.toReversed().map((part) => (
            <tr key={part.from}>
              <th scope="row">{moment.format(new Date(part.from))}</th>
              <td>{number.format(part.delivered)}</td>
              <td>{number.format(part.failed)}</td>
              <td>{time(part.median_ms)}</td>
              <td>{time(part.p95_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
