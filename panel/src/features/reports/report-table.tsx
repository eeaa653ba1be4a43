import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { isListable } from '@parley/protocol/report-metrics'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { pickLink, usePicks } from './picks.ts'
import type { ReportColumn, ReportRow } from './report-parts.ts'
import classes from './report-table.module.css'
import { ReportTableHead, type Sorting } from './report-table-head.tsx'
import { changeText } from './change-text.ts'
import { changeOf, valueText } from './report-values.ts'
import { ScrollRegion } from './scroll-region.tsx'

/** Figures as a table; each leads to the measurements behind it. */
export function ReportTable(props: {
  caption: string
  /** Heading of the rows. */
  rowsAre: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  /** Rows can be sorted, and the figures of the first column get bars. Otherwise their order is that of time. */
  ranked: boolean
}) {
  const { caption, columns, ranked } = props
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const first = columns[0]?.key ?? ''
  const largest = ranked ? Math.max(0, ...props.rows.map(({ values }) => values[first] ?? 0)) : 0
  return (
    <ScrollRegion className={classes.scroller} label={caption}>
      <table className={classes.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <ReportTableHead
          rowsAre={props.rowsAre}
          columns={columns}
          sorting={sorting}
          onSort={ranked ? (by) => setSorting(nextSorting(sorting, by)) : undefined}
        />
        <tbody>
          {sortedRows(props.rows, sorting).map((row) => (
            <tr key={row.key}>
              <th scope="row" data-time={!ranked || undefined}>
                <bdi>{row.name}</bdi>
              </th>
              {columns.map((column) => (
                <Value
                  key={column.key}
                  row={row}
                  column={column}
                  largest={column.key === first ? largest : 0}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Figures begin with the largest, names with A. */
const nextSorting = (sorting: Sorting | null, by: string): Sorting =>
  sorting?.by === by ? { by, ascending: !sorting.ascending } : { by, ascending: by === '' }

/** What was not measured comes last in both directions. */
function sortedRows(rows: readonly ReportRow[], sorting: Sorting | null): readonly ReportRow[] {
  if (sorting === null) return rows
  const { by, ascending } = sorting
  const sign = ascending ? 1 : -1
  return rows.toSorted((a, b) => {
    if (by === '') return sign * a.name.localeCompare(b.name)
    const [one, other] = [a.values[by] ?? null, b.values[by] ?? null]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  })
}

function Value(props: { row: ReportRow; column: ReportColumn; largest: number }) {
  const { row, column, largest } = props
  const locale = useLocale()
  const picks = usePicks()
  const value = row.values[column.key] ?? null
  const text = valueText(value, column.unit, locale)
  // The 90th percentile is of the same measurements as the median next to it.
  const leads =
    isListable(column.metric) &&
    value !== null &&
    column.statistic !== 'p90' &&
    !(column.statistic === 'count' && value === 0)
  return (
    <td data-number data-bar={largest > 0 || undefined}>
      {largest > 0 ? (
        <span className={classes.track} aria-hidden>
          <span className={classes.bar} style={{ inlineSize: `${((value ?? 0) / largest) * 100}%` }} />
        </span>
      ) : null}
      {leads ? (
        <a className={classes.link} {...pickLink(picks, { ...row.place, metric: column.metric })}>
          {text}
        </a>
      ) : (
        <span className={classes.plain}>{text}</span>
      )}
      {column.statistic === 'p90' ? null : <RowChange row={row} column={column} />}
    </td>
  )
}

/** The change against the previous period. Without colour: the headline figure shows whether it is good or bad. */
function RowChange({ row, column }: { row: ReportRow; column: ReportColumn }) {
  const texts = useTexts().reports.change
  const locale = useLocale()
  const { key, unit } = column
  const before = row.previous?.[key] ?? null
  const change = changeOf(row.values[key] ?? null, before, unit)
  if (change === null || change.kind === 'same') return null
  return (
    <span className={classes.change} title={texts.before(valueText(before, unit, locale))}>
      {changeText(change, unit, locale, texts)}
    </span>
  )
}
