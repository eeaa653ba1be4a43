import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportPick } from './report-search.ts'
import type { Unit } from './report-values.ts'

/** What is shown of a metric: how many, or one figure of all measurements. */
export type Statistic = 'count' | 'median' | 'p90' | 'mean'

/** A column of a report's table; a chart draws some of them. */
export interface ReportColumn {
  key: string
  metric: ReportMetric
  statistic: Statistic
  unit: Unit
}

/** One bar or point, and the same figures as a row of the table. */
export interface ReportRow {
  key: string
  name: string
  /** On the axis, where there is less room than in the table. */
  short: string
  /** By key of the column. */
  values: Readonly<Record<string, number | null>>
  /** The same of the previous period; undefined: not compared. */
  previous?: Readonly<Record<string, number | null>>
  /** Its place in the report; with a metric, the measurements behind a figure. */
  place: ReportPick
}

/** Colours of the theme. Series differ by pattern or dashes as well, so that they can be distinguished without colour. */
export type Tone = 'brand' | 'green' | 'amber' | 'red' | 'grey'

export interface Series {
  key: string
  label: string
  tone: Tone
  /** What a click on its bar shows; undefined: the previous period. */
  metric: ReportMetric | undefined
}
