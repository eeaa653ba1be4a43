import { openDatabase } from '../core/database.ts'
import { createBacklog, type BacklogDeps } from '../features/facts/backlog.ts'
import { createFactsConsumer } from '../features/facts/facts-consumer.ts'
import { createFactsRefresh } from '../features/facts/facts-refresh.ts'
import { readFacts, type FactReader } from '../features/facts/read-facts.ts'
import { createFacts, type FactDeps } from '../features/facts/facts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** To a replica. Reports take turns (features/reports). */
const connections = 2

export interface FactPorts {
  businessHours: { openSeconds: FactDeps['openSeconds'] }
  conversations: { backlogCounts: BacklogDeps['counts'] }
}

/** What reports count, written from the log. */
export function composeFacts(infra: Infrastructure, { businessHours, conversations }: FactPorts) {
  const { config, lifecycle } = infra
  const facts = createFacts({ db: infra.db, openSeconds: businessHours.openSeconds })
  lifecycle.addWorker(createFactsRefresh({ refresh: facts.refresh, onError: infra.logErrors('facts') }))
  const readDatabase =
    config.databaseReadUrl === null ? null : openDatabase(config.databaseReadUrl, { connections })
  if (readDatabase !== null) lifecycle.onStop(readDatabase.close)
  const recordBacklog = createBacklog({ ...infra, counts: conversations.backlogCounts })
  return defineFeature({
    recordBacklog,
    jobs: { 'record-backlog': { cron: '0 * * * *', run: recordBacklog } },
    refresh: facts.refresh,
    rebuild: facts.rebuild,
    read: <T>(work: (reader: FactReader) => Promise<T>) => readFacts(readDatabase?.db ?? infra.db, work),
    consumers: [createFactsConsumer(facts)],
  })
}
