import type { Report, ReportItemsQuery } from '@parley/protocol/reports'
import { useLocale } from '../../i18n/use-locale.ts'
import { hourNames, weekdayNames } from './heat-map-names.ts'
import { groupRows, seriesRows } from './report-data.ts'
import { useGroupNames } from './use-group-names.ts'

/** The name of the point, row or cell that was picked; '' for the whole period. */
export function usePlaceName(report: Report | undefined, query: ReportItemsQuery | null): string {
  const locale = useLocale()
  const nameOf = useGroupNames(report?.group ?? null)
  if (report === undefined || query === null) return ''
  const { at, key, weekday, hour } = query
  if (at !== undefined) return seriesRows(report, locale).find((row) => row.key === at)?.name ?? ''
  if (key !== undefined) return groupRows(report, nameOf).find((row) => row.key === key)?.name ?? ''
  if (weekday === undefined || hour === undefined) return ''
  return `${weekdayNames(locale, 'long')[weekday] ?? ''}, ${hourNames(locale)[hour] ?? ''}`
}
