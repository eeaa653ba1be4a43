import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { Report } from '@parley/protocol/reports'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './heat-map.module.css'
import { hourNames, shortValue, weekdayNames } from './heat-map-names.ts'
import { pickLink, usePicks } from './picks.ts'
import { unitOf, valueOf } from './report-data.ts'
import type { Statistic } from './report-parts.ts'
import { valueText, type Unit } from './report-values.ts'
import { ScrollRegion } from './scroll-region.tsx'

interface Cell {
  weekday: number
  hour: number
  value: number | null
}

/** A table by weekday and hour: stronger colour is more, and each cell has its figure. */
export function HeatMap(props: { report: Report; metric: ReportMetric; statistic: Statistic }) {
  const { report, metric, statistic } = props
  const texts = useTexts().reports
  const locale = useLocale()
  const phone = usePhone()
  const id = useId()
  const words = texts.heatMaps[metric === 'started' ? 'started' : 'wait']
  const unit = unitOf(metric, statistic)
  const cells = report.cells.map(({ weekday, hour, figures }): Cell => ({
    weekday,
    hour,
    value: valueOf(figures, metric, statistic),
  }))
  const largest = Math.max(0, ...cells.map(({ value }) => value ?? 0))
  const weekdays = weekdayNames(locale, phone ? 'narrow' : 'short')
  const fullWeekdays = weekdayNames(locale, 'long')
  const hours = hourNames(locale)
  const drawn = (weekday: number, hour: number) => (
    <HeatCell
      key={`${weekday} ${hour}`}
      cell={cells[weekday * 24 + hour] ?? { weekday, hour, value: null }}
      metric={metric}
      unit={unit}
      largest={largest}
      place={`${fullWeekdays[weekday] ?? ''}, ${hours[hour] ?? ''}`}
    />
  )
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{words.name}</h2>
      <p>{words.definition}</p>
      <ScrollRegion className={classes.scroller} label={words.name}>
        <table className={classes.map}>
          <VisuallyHidden component="caption">{words.name}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{phone ? texts.hour : texts.weekday}</VisuallyHidden>
              </th>
              {(phone ? weekdays : hours).map((name, index) => (
                <th
                  key={(phone ? fullWeekdays : hours)[index]}
                  scope="col"
                  abbr={(phone ? fullWeekdays : hours)[index]}
                >
                  {phone || index % 3 === 0 ? (
                    <span className={classes.name}>{name}</span>
                  ) : (
                    // All of them would not fit next to each other.
                    <VisuallyHidden>{name}</VisuallyHidden>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* The longer side runs along the longer side of the screen. */}
            {(phone ? hours : weekdays).map((name, row) => (
              <tr key={(phone ? hours : fullWeekdays)[row]}>
                <th scope="row">{name}</th>
                {(phone ? weekdays : hours).map((_, column) =>
                  phone ? drawn(column, row) : drawn(row, column),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function HeatCell(props: { cell: Cell; metric: ReportMetric; unit: Unit; largest: number; place: string }) {
  const { cell, metric, unit, largest, place } = props
  const locale = useLocale()
  const picks = usePicks()
  const { value, weekday, hour } = cell
  if (value === null || (unit === 'count' && value === 0)) {
    return <td data-level={0}>·</td>
  }
  const full = `${place}: ${valueText(value, unit, locale)}`
  return (
    <td data-level={largest === 0 ? 0 : Math.ceil((value / largest) * 5)} title={full}>
      <a className={classes.link} {...pickLink(picks, { metric, weekday, hour })}>
        {shortValue(value, unit, locale)}
      </a>
    </td>
  )
}
