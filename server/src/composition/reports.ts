import path from 'node:path'
import type { MailQueue } from '../core/mail/mail-queue.ts'
import { createPeriodic } from '../core/periodic.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { createWorkerThread } from '../core/worker-thread.ts'
import type { Figures, FiguresTask } from '../features/reports/figures.ts'
import { createLiveReport, type LiveDeps } from '../features/reports/live.ts'
import { createReportItems, type ItemReader, type ReportItemDeps } from '../features/reports/report-items.ts'
import { createReportQueue } from '../features/reports/report-queue.ts'
import { reportRoutes } from '../features/reports/report-routes.ts'
import { createReports, type ReportDeps } from '../features/reports/reports.ts'
import { scheduleRoutes } from '../features/reports/schedule-routes.ts'
import { createSchedules, type ScheduleDeps, type Schedules } from '../features/reports/schedules.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface ReportPorts {
  mails: MailQueue
  businessHours: {
    zones: ScheduleDeps['zones']
    whenMoved: (listener: Schedules['moveZone']) => void
  }
  organizations: { namesOf: (ids: string[]) => Promise<Map<string, string>> }
  apiKeys: { authorizeAccess: AuthorizeAccess }
  facts: {
    read: <T>(
      work: (reader: ItemReader & Pick<ScheduleDeps, 'areSettled'>) => Promise<T>,
      signal?: AbortSignal,
    ) => Promise<T>
    onlineSince: LiveDeps['onlineSince']
  }
  agents: Pick<ReportItemDeps, 'facesOf'> &
    Pick<LiveDeps, 'listAgents'> &
    Pick<ScheduleDeps, 'listAgents' | 'mailRecipients' | 'holdActive'> & { authorizeAgent: AuthorizeAgent }
  teams: { list: ReportDeps['names']['teams'] }
  labels: { list: ReportDeps['names']['labels'] }
  providers: { namesAmong: ReportDeps['names']['providers'] }
  customers: { names: ReportItemDeps['customerNames'] }
  conversations: { liveCounts: LiveDeps['conversationCounts'] }
  calls: { liveCounts: LiveDeps['callCounts']; agentDesks: LiveDeps['desks'] }
}

/** How late a report may be. */
const scheduleSweepMs = 30_000

/** The bundle has the program beside its own (server/build.ts). */
const threadProgram = new URL(`./report-thread${path.extname(import.meta.url)}`, import.meta.url)

/** The thread is kept while an admin goes from report to report. */
const threadIdleMs = 300_000

/** Reports, drill-down lists, the live report and scheduled reports. */
export function composeReports(infra: Infrastructure, ports: ReportPorts) {
  const { clock, presence } = infra
  const { apiKeys, facts, agents, teams, labels, providers, customers, conversations, calls } = ports
  const turn = createReportQueue()
  const thread = createWorkerThread<FiguresTask, Figures>({
    program: threadProgram,
    data: { databaseUrl: infra.config.databaseReadUrl ?? infra.databaseUrl },
    idleMs: threadIdleMs,
  })
  infra.lifecycle.onStop(thread.close)
  const reports = createReports({
    clock,
    readFigures: thread.run,
    turn,
    names: {
      agents: agents.facesOf,
      teams: teams.list,
      labels: labels.list,
      providers: providers.namesAmong,
    },
  })
  const items = createReportItems({
    read: facts.read,
    turn,
    facesOf: agents.facesOf,
    customerNames: customers.names,
  })
  const live = createLiveReport({
    clock,
    conversationCounts: conversations.liveCounts,
    callCounts: calls.liveCounts,
    desks: calls.agentDesks,
    listAgents: agents.listAgents,
    onlineSince: facts.onlineSince,
    isOnline: presence.agents.isOnline,
    teams: teams.list,
  })
  const schedules = createSchedules({
    ...infra,
    mails: ports.mails,
    reports,
    areSettled: (...when) => facts.read((reader) => reader.areSettled(...when)),
    zones: ports.businessHours.zones,
    timeZoneOf: (organizationId) => facts.read((reader) => reader.timeZoneOf(organizationId)),
    organizationName: async (id) => (await ports.organizations.namesOf([id])).get(id) ?? '',
    listAgents: agents.listAgents,
    mailRecipients: agents.mailRecipients,
    holdActive: agents.holdActive,
    onError: infra.logErrors('report schedules'),
  })
  ports.businessHours.whenMoved(schedules.moveZone)
  const sweeper = createPeriodic({
    work: schedules.sweep,
    intervalMs: scheduleSweepMs,
    onError: infra.logErrors('report schedules'),
  })
  if (ports.mails.isOn) infra.lifecycle.addWorker(sweeper)
  return defineFeature({
    /** For tests. */
    sweepSchedules: schedules.sweep,
    routes(http) {
      reportRoutes(http, { reports, items, live, authorize: apiKeys.authorizeAccess })
      scheduleRoutes(http, { schedules, authorizeAgent: agents.authorizeAgent })
    },
  })
}
