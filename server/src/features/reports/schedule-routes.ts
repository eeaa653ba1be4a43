import { ReportSchedule, ReportScheduleInput, ReportSchedules } from '@parley/protocol/report-schedule'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Schedules } from './schedules.ts'

const tags = ['Reports']
const base = '/v1/organizations/:organization_id/report-schedules'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ScheduleParams = Type.Object({ organization_id: Id, report_schedule_id: Id }, closed)

/** For admins with a session: a schedule sends figures to people. */
export function scheduleRoutes(
  http: Http,
  { schedules, authorizeAgent }: { schedules: Schedules; authorizeAgent: AuthorizeAgent },
): void {
  http.get(
    base,
    {
      schema: {
        tags,
        summary: 'List the reports sent by e-mail',
        params: OrganizationParams,
        response: { 200: ReportSchedules },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return schedules.list(organizationId)
    },
  )

  http.post(
    base,
    {
      schema: {
        tags,
        summary: 'Send a report by e-mail, as CSV',
        description:
          'daily: the day before. weekly: on Mondays, the week before. monthly: on the first, the month before. Recipients must be admins or owners, also when it is sent. At most 20 schedules.',
        params: OrganizationParams,
        body: ReportScheduleInput,
        response: { 201: ReportSchedule },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return reply.code(201).send(await schedules.create(organizationId, request.body))
    },
  )

  http.put(
    `${base}/:report_schedule_id`,
    {
      schema: {
        tags,
        summary: 'Change a report sent by e-mail',
        params: ScheduleParams,
        body: ReportScheduleInput,
        response: { 200: ReportSchedule },
      },
    },
    async (request) => {
      const { organization_id: id, report_schedule_id: scheduleId } = request.params
      const { organizationId } = await authorizeAgent(request, id, 'admin')
      return schedules.change(organizationId, scheduleId, request.body)
    },
  )

  http.delete(
    `${base}/:report_schedule_id`,
    {
      schema: {
        tags,
        summary: 'Stop sending a report by e-mail',
        params: ScheduleParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organization_id: id, report_schedule_id: scheduleId } = request.params
      const { organizationId } = await authorizeAgent(request, id, 'admin')
      await schedules.remove(organizationId, scheduleId)
      return reply.code(204).send(null)
    },
  )
}
