import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { maxReportDays, type ReportKind } from '@parley/protocol/report-metrics'
import { useTexts } from '../../i18n/i18n.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { defaultPeriod, isDay, isPeriodName, periodNames, validPeriod, type Period } from './period.ts'
import { ReportFilterBar } from './report-filter-bar.tsx'
import { hasDurations } from './report-layouts.ts'
import { periodOfSearch, type ReportSearch } from './report-search.ts'
import classes from './report-toolbar.module.css'

interface ToolbarProps {
  report: ReportKind
  search: ReportSearch
  /** In the organization's time zone. */
  today: string
  onSearch: (search: ReportSearch) => void
}

/** Period, comparison, clock and filters; each choice is written to the URL. */
export function ReportToolbar(props: ToolbarProps) {
  const texts = useTexts().reports
  const { report, search, onSearch } = props
  return (
    <search className={classes.toolbar} aria-label={texts.settings}>
      <PeriodChoice {...props} />
      <Checkbox
        size="xs"
        label={texts.compare}
        checked={search.compare !== 'off'}
        onChange={(event) =>
          onSearch({ ...search, compare: event.currentTarget.checked ? undefined : 'off' })
        }
      />
      {hasDurations(report) ? (
        <SegmentedControl
          size="xs"
          aria-label={texts.clock}
          value={search.clock ?? 'clock_time'}
          onChange={(clock) =>
            onSearch({ ...search, clock: clock === 'business_hours' ? 'business_hours' : undefined })
          }
          data={[
            { value: 'clock_time', label: texts.clocks.clock_time },
            { value: 'business_hours', label: texts.clocks.business_hours },
          ]}
        />
      ) : null}
      <ReportFilterBar search={search} onSearch={onSearch} />
    </search>
  )
}

const custom = 'custom'

function PeriodChoice({ search, today, onSearch }: ToolbarProps) {
  const texts = useTexts().reports
  const chosen = search.from === undefined ? (search.period ?? defaultPeriod) : custom
  const shown = periodOfSearch(search, today)
  return (
    <>
      <NativeSelect
        className={classes.period}
        size="xs"
        aria-label={texts.period}
        value={chosen}
        data={[
          ...periodNames.map((value) => ({ value, label: texts.periods[value] })),
          { value: custom, label: texts.customPeriod },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          const without = {
            ...search,
            from: undefined,
            to: undefined,
            period: undefined,
            interval: undefined,
          }
          // A custom period starts with the days shown so far.
          if (value === custom) onSearch({ ...without, ...shown })
          else if (isPeriodName(value))
            onSearch({ ...without, period: value === defaultPeriod ? undefined : value })
        }}
      />
      {chosen === custom ? (
        <Days
          period={shown}
          today={today}
          onPeriod={(period) => onSearch({ ...search, ...period, period: undefined, interval: undefined })}
        />
      ) : null}
    </>
  )
}

/** First and last day. An invalid period is corrected by moving its other end. */
function Days(props: { period: Period; today: string; onPeriod: (period: Period) => void }) {
  const texts = useTexts().reports
  const { period, today, onPeriod } = props
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  // Not by a key: that would mount the fields again, and the focus would be lost.
  const [synchronized, setSynchronized] = useState(period)
  if (synchronized.from !== period.from || synchronized.to !== period.to) {
    setSynchronized(period)
    setFrom(period.from)
    setTo(period.to)
  }
  const submit = (changed: Period, kept: 'from' | 'to') => {
    if (!isDay(changed.from) || !isDay(changed.to)) return
    onPeriod(validPeriod(changed, kept, maxReportDays))
  }
  return (
    <div className={classes.days}>
      <TextInput
        type="date"
        size="xs"
        aria-label={texts.from}
        value={from}
        max={today}
        onChange={(event) => setFrom(event.currentTarget.value)}
        onBlur={() => from !== period.from && submit({ from, to }, 'from')}
        onKeyDown={(event) => event.key === 'Enter' && submit({ from, to }, 'from')}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        size="xs"
        aria-label={texts.to}
        value={to}
        max={today}
        onChange={(event) => setTo(event.currentTarget.value)}
        onBlur={() => to !== period.to && submit({ from, to }, 'to')}
        onKeyDown={(event) => event.key === 'Enter' && submit({ from, to }, 'to')}
      />
    </div>
  )
}
