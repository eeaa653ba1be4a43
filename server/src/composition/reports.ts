import type { AuthorizeAccess } from '../core/permissions.ts'
import { createLiveReport, type LiveDeps } from '../features/reports/live.ts'
import { createReportItems, type ItemReader, type ReportItemDeps } from '../features/reports/report-items.ts'
import { reportRoutes } from '../features/reports/report-routes.ts'
import { createReports, type ReportDeps } from '../features/reports/reports.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface ReportPorts {
  apiKeys: { authorizeAccess: AuthorizeAccess }
  facts: { read: ReportDeps<ItemReader>['read'] }
  agents: Pick<ReportItemDeps, 'facesOf'> & Pick<LiveDeps, 'listAgents'>
  teams: { list: ReportDeps['names']['teams'] }
  labels: { list: ReportDeps['names']['labels'] }
  providers: {
    list: (
      organizationId: string,
      page: { max: number; after: null },
    ) => Promise<{ id: string; name: string }[]>
  }
  customers: { names: ReportItemDeps['customerNames'] }
  conversations: { liveCounts: LiveDeps['conversationCounts'] }
  calls: { liveCounts: LiveDeps['callCounts']; agentDesks: LiveDeps['desks'] }
}

/** Rows of a breakdown by provider have names up to this many. */
const maxNamedProviders = 1000

/** Figures, what is behind them, and what happens now. */
export function composeReports({ clock, presence }: Infrastructure, ports: ReportPorts) {
  const { apiKeys, facts, agents, teams, labels, providers, customers, conversations, calls } = ports
  const reports = createReports({
    clock,
    read: facts.read,
    names: {
      agents: agents.facesOf,
      teams: teams.list,
      labels: labels.list,
      providers: (organizationId) => providers.list(organizationId, { max: maxNamedProviders, after: null }),
    },
  })
  const items = createReportItems({
    read: facts.read,
    turn: reports.turn,
    facesOf: agents.facesOf,
    customerNames: customers.names,
  })
  const live = createLiveReport({
    clock,
    conversationCounts: conversations.liveCounts,
    callCounts: calls.liveCounts,
    desks: calls.agentDesks,
    listAgents: agents.listAgents,
    isOnline: presence.agents.isOnline,
    teams: teams.list,
  })
  return defineFeature({
    routes: (http) => reportRoutes(http, { reports, items, live, authorize: apiKeys.authorizeAccess }),
  })
}
