import { queryOptions } from '@tanstack/react-query'
import type { ReportSchedule, ReportScheduleInput, ReportSchedules } from '@parley/protocol/report-schedule'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'

const path = (organizationId: string, id?: string) =>
  organizationPath(organizationId, `/report-schedules${id === undefined ? '' : `/${id}`}`)

export const reportSchedulesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'report-schedules'],
    queryFn: ({ signal }) => api.get<ReportSchedules>(path(organizationId), { signal }),
  })

/** Creates a schedule, or changes the one with this id. */
export const saveReportSchedule = (organizationId: string, id: string | null, input: ReportScheduleInput) =>
  id === null
    ? api.post<ReportSchedule>(path(organizationId), input)
    : api.put<ReportSchedule>(path(organizationId, id), input)

export const deleteReportSchedule = (organizationId: string, id: string) =>
  api.delete(path(organizationId, id))
