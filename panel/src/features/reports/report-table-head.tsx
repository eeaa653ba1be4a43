import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import { useTexts } from '../../i18n/i18n.tsx'
import type { Messages } from '../../messages/en.ts'
import type { ReportColumn, Statistic } from './report-parts.ts'
import classes from './report-table.module.css'

export interface Sorting {
  /** Key of a column; '': by name. */
  by: string
  ascending: boolean
}

/** Headings of a table. Several figures of one metric share its name, which then fits into one line. */
export function ReportTableHead(props: {
  /** Heading of the rows. */
  rowsAre: string
  columns: readonly ReportColumn[]
  sorting: Sorting | null
  /** undefined: the rows cannot be sorted. */
  onSort: ((by: string) => void) | undefined
}) {
  const { sorting, onSort } = props
  const texts = useTexts().reports
  const metrics = [...Map.groupBy(props.columns, ({ metric }) => metric)]
  const rows = metrics.some(([, columns]) => columns.length > 1) ? 2 : 1
  const sortable = (by: string) => ({
    sorted: sorting?.by === by ? sorting : null,
    onSort: onSort === undefined ? undefined : () => onSort(by),
  })
  return (
    <thead>
      <tr>
        <Heading label={props.rowsAre} rows={rows} {...sortable('')} />
        {metrics.map(([metric, columns]) => {
          const { name, definition } = texts.metrics[metric]
          const [only] = columns
          return only !== undefined && columns.length === 1 ? (
            <Heading
              key={metric}
              label={name}
              title={definition}
              rows={rows}
              number
              {...sortable(only.key)}
            />
          ) : (
            <th key={metric} scope="colgroup" colSpan={columns.length} title={definition}>
              <span className={classes.group}>{name}</span>
            </th>
          )
        })}
      </tr>
      {rows === 1 ? null : (
        <tr>
          {metrics.flatMap(([metric, columns]) =>
            columns.length === 1
              ? []
              : columns.map(({ key, statistic }) => (
                  <Heading
                    key={key}
                    label={labelOf(metric, statistic, texts)}
                    title={texts.statistics[statistic]}
                    of={texts.metrics[metric].name}
                    number
                    {...sortable(key)}
                  />
                )),
          )}
        </tr>
      )}
    </thead>
  )
}

/** "90th percentile" would be wider than its figures. */
function labelOf(metric: ReportMetric, statistic: Statistic, texts: Messages['reports']): string {
  if (statistic !== 'p90') return texts.statistics[statistic]
  return texts.columns90[reportMetrics[metric].kind === 'level' ? 'level' : 'duration']
}

function Heading(props: {
  label: string
  /** The metric above, which the name of the button contains as well. */
  of?: string
  title?: string
  rows?: number
  number?: boolean
  sorted: Sorting | null
  onSort: (() => void) | undefined
}) {
  const { label, of, sorted, onSort } = props
  const Arrow = sorted?.ascending === true ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      rowSpan={props.rows}
      title={props.title}
      data-number={props.number === true || undefined}
      aria-sort={sorted === null ? undefined : sorted.ascending ? 'ascending' : 'descending'}
    >
      {onSort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={classes.sort}
          aria-label={of === undefined ? undefined : `${of}: ${label}`}
          onClick={onSort}
        >
          <span>{label}</span>
          {sorted === null ? null : <Arrow size={14} stroke={1.75} aria-hidden />}
        </button>
      )}
    </th>
  )
}
