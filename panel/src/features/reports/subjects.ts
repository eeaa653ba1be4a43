import {
  IconActivity,
  IconArrowsSplit2,
  IconCalendarStats,
  IconClock,
  IconDeviceDesktop,
  IconMessages,
  IconMoodSmile,
  IconPhone,
  IconTags,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { reportKinds, type ReportKind } from '@parley/protocol/report-metrics'

/** Pages of the reports: the live one, and the reports of a period. */
export type ReportSubject = ReportKind | 'live'

const icons: Record<ReportSubject, Icon> = {
  live: IconActivity,
  conversations: IconMessages,
  response: IconClock,
  calls: IconPhone,
  satisfaction: IconMoodSmile,
  agents: IconUsersGroup,
  teams: IconArrowsSplit2,
  labels: IconTags,
  channels: IconDeviceDesktop,
  heat_map: IconCalendarStats,
}

/** In display order. */
export const reportSubjects: readonly ReportSubject[] = ['live', ...reportKinds]

export const reportIcon = (subject: ReportSubject): Icon => icons[subject]

export const isReportSubject = (name: string): name is ReportSubject =>
  reportSubjects.some((subject) => subject === name)
