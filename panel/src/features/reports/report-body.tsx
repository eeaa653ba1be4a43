import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  maxReportGroups,
  reportIntervals,
  reportShape,
  type ReportKind,
} from '@parley/protocol/report-metrics'
import type { Report } from '@parley/protocol/reports'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { reportExportUrl } from '../../queries/report-queries.ts'
import { Section } from '../../ui/section.tsx'
import { Definitions } from './definitions.tsx'
import { Figures } from './figures.tsx'
import { HeatMap } from './heat-map.tsx'
import { daysIn } from './period.ts'
import classes from './report-body.module.css'
import { ReportChart } from './report-chart.tsx'
import { columnsOf, drawnMetrics, groupRows, seriesRows, shownMetrics } from './report-data.ts'
import { reportLayouts } from './report-layouts.ts'
import { periodOfSearch, queryOf, type ReportSearch } from './report-search.ts'
import { ReportTable } from './report-table.tsx'
import { useGroupNames } from './use-group-names.ts'

interface BodyProps {
  kind: ReportKind
  report: Report
  search: ReportSearch
  today: string
  onSearch: (search: ReportSearch) => void
}

/** The answer first: figures, then charts, then tables. */
export function ReportBody(props: BodyProps) {
  const { kind, report } = props
  const locale = useLocale()
  const { figures, charts } = reportLayouts[kind]
  const rows = seriesRows(report, locale)
  const shown = shownMetrics(report)
  const drawable = drawnMetrics(report)
  const drawn = charts.filter(
    ({ metric, unless }) => drawable.includes(metric) && (unless === undefined || !drawable.includes(unless)),
  )
  return (
    <>
      <Figures
        report={report}
        layouts={figures.filter((layout) => layout.kind === 'share' || shown.includes(layout.metric))}
      />
      {kind === 'heat_map' ? (
        <HeatMaps {...props} />
      ) : (
        <>
          {drawn.length === 0 ? null : (
            <div className={classes.charts} data-few={drawn.length < 3 || undefined}>
              {drawn.map((layout, index) => (
                <ReportChart
                  key={layout.name ?? layout.metric}
                  report={report}
                  layout={layout}
                  rows={rows}
                  isFirst={index === 0}
                />
              ))}
            </div>
          )}
          <Breakdown {...props} />
          {drawn.length === 0 ? null : <Timeline {...props} />}
        </>
      )}
      <Definitions figures={figures} metrics={shown} />
    </>
  )
}

function HeatMaps(props: BodyProps) {
  const { report } = props
  return (
    <div className={classes.charts} data-few>
      <HeatMap report={report} metric="started" statistic="count" />
      <HeatMap report={report} metric="wait" statistic="p90" />
      <div>
        <CsvLink {...props} table="cells" />
      </div>
    </div>
  )
}

/** The figures by agent, team, label, widget, channel or reason. */
function Breakdown(props: BodyProps) {
  const { kind, report, search, onSearch } = props
  const texts = useTexts().reports
  const nameOf = useGroupNames(report.group)
  const { groups } = reportShape(kind)
  if (report.group === null) return null
  const choosable = groups.length > 1
  const rows = groupRows(report, nameOf)
  return (
    <Section
      title={choosable ? texts.breakdown : texts.by[report.group]}
      lead={report.group === 'label' ? texts.labelsOverlap : undefined}
      actions={
        <Actions>
          {choosable ? (
            <NativeSelect
              size="xs"
              aria-label={texts.breakdown}
              value={report.group}
              data={groups.map((value) => ({ value, label: texts.by[value] }))}
              onChange={(event) => {
                const group = groups.find((each) => each === event.currentTarget.value)
                onSearch({ ...search, group })
              }}
            />
          ) : null}
          {rows.length === 0 ? null : <CsvLink {...props} table="groups" />}
        </Actions>
      }
    >
      {rows.length === 0 ? (
        <p className={classes.none}>{texts.noRows}</p>
      ) : (
        <>
          <ReportTable
            caption={texts.by[report.group]}
            rowsAre={texts.dimensions[report.group]}
            columns={columnsOf(measuredMetrics(report))}
            rows={rows}
            ranked
          />
          {rows.length < maxReportGroups ? null : (
            <p className={classes.none}>{texts.onlyLargest(maxReportGroups)}</p>
          )}
        </>
      )}
    </Section>
  )
}

/** The figures of the charts as a table, the newest first. */
function Timeline(props: BodyProps) {
  const { report, search, today, onSearch } = props
  const texts = useTexts().reports
  const locale = useLocale()
  const days = daysIn(periodOfSearch(search, today))
  return (
    <Section
      title={texts.timeline}
      actions={
        <Actions>
          <NativeSelect
            size="xs"
            aria-label={texts.interval}
            value={report.interval}
            data={reportIntervals
              // 31 days have 744 hours, almost as many as a report may have points.
              .filter((value) => value !== 'hour' || days <= 31)
              .map((value) => ({ value, label: texts.intervals[value] }))}
            onChange={(event) =>
              onSearch({
                ...search,
                interval: reportIntervals.find((each) => each === event.currentTarget.value),
              })
            }
          />
          <CsvLink {...props} table="series" />
        </Actions>
      }
    >
      <ReportTable
        caption={texts.timeline}
        rowsAre={texts.intervalNames[report.interval]}
        columns={columnsOf(drawnMetrics(report))}
        rows={seriesRows(report, locale).toReversed()}
        ranked={false}
      />
    </Section>
  )
}

/** Columns without any measurement are left out: missed calls have no talk time. */
const measuredMetrics = ({ metrics, groups }: Report) =>
  metrics.filter(
    (metric, index) => index === 0 || groups.some(({ figures }) => (figures[metric]?.count ?? 0) > 0),
  )

const Actions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>

function CsvLink(props: BodyProps & { table: 'series' | 'groups' | 'cells' }) {
  const { kind, search, today, report, table } = props
  const texts = useTexts().reports
  const { organization } = useMembership()
  const query = { ...queryOf(kind, search, today), interval: report.interval, table }
  return (
    <Button
      component="a"
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      href={reportExportUrl(organization.id, kind, query)}
      download
    >
      {texts.csv}
    </Button>
  )
}
