import { openDatabase, type Database } from '../core/database.ts'
import { createPeriodic } from '../core/periodic.ts'
import { createBacklog, type BacklogDeps } from '../features/facts/backlog.ts'
import { createFactDays } from '../features/facts/fact-days.ts'
import { createFactsConsumer } from '../features/facts/facts-consumer.ts'
import { createFactsRefresh } from '../features/facts/facts-refresh.ts'
import { createPresenceSpans, type PresenceSpanDeps } from '../features/facts/presence-spans.ts'
import { readFacts, type FactReader } from '../features/facts/read-facts.ts'
import { createFacts, type FactDeps } from '../features/facts/facts.ts'
import { agentConnections } from '../realtime/presence/agent-connections.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** To a replica: two reports (features/reports/report-queue.ts), and cancelling one of them. */
const connections = 3

/** How exact spans of presence are. */
const presenceIntervalMs = 5_000

export interface FactPorts {
  businessHours: { openSeconds: FactDeps['openSeconds'] }
  conversations: { backlogCounts: BacklogDeps['counts'] }
  desks: { states: (db: Database, agentIds: string[]) => ReturnType<PresenceSpanDeps['deskStates']> }
}

/** What reports count, written from the log. */
export function composeFacts(infra: Infrastructure, { businessHours, conversations, desks }: FactPorts) {
  const { config, lifecycle } = infra
  const facts = createFacts({ db: infra.db, openSeconds: businessHours.openSeconds })
  lifecycle.addWorker(createFactsRefresh({ refresh: facts.refresh, onError: infra.logErrors('facts') }))
  const readDatabase =
    config.databaseReadUrl === null ? null : openDatabase(config.databaseReadUrl, { connections })
  if (readDatabase !== null) lifecycle.onStop(readDatabase.close)
  const days = createFactDays(infra)
  const recordBacklog = createBacklog({ ...infra, counts: conversations.backlogCounts })
  const presence = createPresenceSpans({
    db: infra.db,
    connections: (now) => agentConnections(infra.db, now),
    deskStates: (agentIds) => desks.states(infra.db, agentIds),
  })
  lifecycle.addWorker(
    createPeriodic({
      work: () => presence.record(),
      intervalMs: presenceIntervalMs,
      onError: infra.logErrors('presence spans'),
    }),
  )
  return defineFeature({
    recordBacklog,
    recordPresence: presence.record,
    onlineSince: presence.onlineSince,
    jobs: {
      'record-backlog': { cron: '0 * * * *', run: recordBacklog },
      'store-fact-days': { cron: '20 * * * *', run: days.store },
      'delete-old-presence': { cron: '40 3 * * *', run: presence.deleteOld },
    },
    refresh: facts.refresh,
    rebuild: facts.rebuild,
    read: <T>(work: (reader: FactReader) => Promise<T>, signal?: AbortSignal) =>
      readFacts(readDatabase?.db ?? infra.db, work, { signal }),
    consumers: [createFactsConsumer(facts)],
  })
}
