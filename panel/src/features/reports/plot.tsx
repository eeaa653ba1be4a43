import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useDirection } from '@mantine/core'
import type { ActiveDotProps } from 'recharts'
import { useLocale } from '../../i18n/use-locale.ts'
import { fillId } from './chart-fills.tsx'
import { dashesAt, lineColour, strong, type PlotKind } from './chart-looks.ts'
import type { ReportRow, Series } from './report-parts.ts'
import { axisScale, valueText, type Unit } from './report-values.ts'

export interface PlotProps {
  kind: PlotKind
  rows: readonly ReportRow[]
  /** All of one unit. */
  series: readonly Series[]
  unit: Unit
  /** Prefix of the fill patterns' ids. */
  prefix: string
  onPick: (row: ReportRow, series: Series) => void
}

/** Room for the dots of the first and last point, and half a label. */
const margin = { top: 8, right: 8, bottom: 0, left: 8 }

/** Scores are between 1 and 5. */
const scoreAxis = { domain: [1, 5], ticks: [1, 2, 3, 4, 5] }

/** The drawing of a chart. A separate chunk: the chart library is larger than all other parts of the page. */
export function Plot(props: PlotProps) {
  const { kind, rows, series, unit, prefix, onPick } = props
  const locale = useLocale()
  const rightToLeft = useDirection().dir === 'rtl'
  const largest = Math.max(0, ...rows.flatMap((row) => heights(row, series, kind)))
  const scale = axisScale(largest, unit, locale)
  const shared = {
    h: 220,
    data: rows.map((row, index) => ({ index, at: row.short, ...scaled(row, series, scale.divisor) })),
    dataKey: 'at',
    gridAxis: 'x',
    tickLine: 'none',
    valueFormatter: (value: number) => valueText(exact(value * scale.divisor, unit), unit, locale),
    // Time runs in reading direction.
    xAxisProps: { minTickGap: 24, reversed: rightToLeft },
    yAxisProps: {
      width: unit === 'duration' ? 72 : 48,
      orientation: rightToLeft ? 'right' : 'left',
      tickFormatter: scale.text,
      // The library moves labels away from an axis on the left only.
      ...(rightToLeft && { tick: { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' } }),
      ...(unit === 'score' ? scoreAxis : { domain: [0, scale.ticks.at(-1) ?? 1], ticks: scale.ticks }),
    },
    tooltipProps: {
      labelFormatter: (_label: unknown, [first]: readonly { payload?: { index?: number } }[]) =>
        rows[first?.payload?.index ?? -1]?.name ?? '',
    },
    // No animation: data also arrives while the page is open.
    tooltipAnimationDuration: 0,
  } as const
  const pick = (index: number, key: string | undefined) => {
    const row = rows[index]
    const of = series.find((each) => each.key === key)
    if (row !== undefined && of !== undefined) onPick(row, of)
  }
  if (kind === 'lines') {
    const metrics = new Set(series.flatMap(({ metric }) => metric ?? []))
    return (
      <LineChart
        {...shared}
        curveType="linear"
        connectNulls={false}
        // A point without neighbours would not be drawn without its dot.
        dotProps={{ r: rows.length > 62 ? 1.5 : 3, strokeWidth: 1, strokeDasharray: '0' }}
        series={series.map(({ key, label, tone }, index) => ({
          name: key,
          label,
          color: lineColour(tone),
          strokeDasharray: dashesAt(index),
        }))}
        lineProps={({ name }) => ({
          isAnimationActive: false,
          // Which line was meant is only known from its dot.
          ...(metrics.size > 1 && { activeDot: dotFor((index) => pick(index, name)) }),
        })}
        lineChartProps={{
          accessibilityLayer: false,
          margin,
          onClick: ({ activeTooltipIndex }) => {
            if (metrics.size === 1) pick(Number(activeTooltipIndex ?? -1), series[0]?.key)
          },
        }}
      />
    )
  }
  return (
    <BarChart
      {...shared}
      type={kind === 'stack' ? 'stacked' : 'default'}
      maxBarWidth={40}
      series={series.map(({ key, label, tone }) => ({ name: key, label, color: strong(tone) }))}
      barProps={({ name }) => ({
        fill: `url(#${fillId(
          prefix,
          series.findIndex(({ key }) => key === name),
        )})`,
        // Pale fills need an edge.
        stroke: strong(series.find(({ key }) => key === name)?.tone ?? 'grey'),
        strokeOpacity: 1,
        isAnimationActive: false,
        onClick: ({ payload }: { payload?: { index?: number } }) => pick(payload?.index ?? -1, name),
      })}
      barChartProps={{ accessibilityLayer: false, margin, barGap: 2, barCategoryGap: '16%' }}
    />
  )
}

/** The dot below the pointer. The chart library calls the function; it is not mounted as a component. */
const dotFor =
  (onPick: (index: number) => void) =>
  ({ index, cx, cy, fill }: ActiveDotProps) => (
    <circle cx={cx} cy={cy} r={5} fill={fill} onClick={() => onPick(index)} />
  )

/** Stacked bars. */
function heights({ values }: ReportRow, series: readonly Series[], kind: PlotKind): number[] {
  const each = series.map(({ key }) => values[key] ?? 0)
  return kind === 'stack' ? [each.reduce((sum, value) => sum + value, 0)] : each
}

const scaled = ({ values }: ReportRow, series: readonly Series[], divisor: number) =>
  Object.fromEntries(
    series.map(({ key }) => {
      const value = values[key] ?? null
      return [key, value === null ? null : value / divisor]
    }),
  )

/** Undoes the rounding error of the axis' unit. */
const exact = (value: number, unit: Unit) => (unit === 'duration' ? Math.round(value) : value)
