import Type, { type Static } from 'typebox'
import { Language } from './language.ts'
import { ReportKindSchema } from './reports.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

export const maxReportSchedules = 20
export const maxScheduleRecipients = 20

/** daily: the day before. weekly: on Mondays, the week before. monthly: on the first, the month before. */
export const ReportCadence = Type.Enum(['daily', 'weekly', 'monthly'])
export type ReportCadence = Static<typeof ReportCadence>

const fields = {
  report: ReportKindSchema,
  cadence: ReportCadence,
  /** In the time zone of the organization. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  /** Admins and owners. Whoever is neither any more receives nothing. */
  agent_ids: Type.Array(Id, { minItems: 1, maxItems: maxScheduleRecipients, uniqueItems: true }),
  language: Language,
}

export const ReportScheduleInput = Type.Object(fields, closed)
export type ReportScheduleInput = Static<typeof ReportScheduleInput>

export const ReportSchedule = Type.Object(
  { id: Id, ...fields, created_at: Timestamp, next_at: Timestamp, last_sent_at: nullable(Timestamp) },
  closed,
)
export type ReportSchedule = Static<typeof ReportSchedule>

/** `time_zone`: of the organization, an IANA name. */
export const ReportSchedules = Type.Object(
  { data: Type.Array(ReportSchedule), time_zone: Type.String() },
  closed,
)
export type ReportSchedules = Static<typeof ReportSchedules>
