import { createFactsConsumer } from '../features/facts/facts-consumer.ts'
import { createFactsRefresh } from '../features/facts/facts-refresh.ts'
import { readFacts, type FactReader } from '../features/facts/read-facts.ts'
import { createFacts, type FactDeps } from '../features/facts/facts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface FactPorts {
  businessHours: { openSeconds: FactDeps['openSeconds'] }
}

/** What reports count, written from the log. */
export function composeFacts(infra: Infrastructure, { businessHours }: FactPorts) {
  const facts = createFacts({ db: infra.db, openSeconds: businessHours.openSeconds })
  infra.lifecycle.addWorker(createFactsRefresh({ refresh: facts.refresh, onError: infra.logErrors('facts') }))
  return defineFeature({
    refresh: facts.refresh,
    rebuild: facts.rebuild,
    read: <T>(work: (reader: FactReader) => Promise<T>) => readFacts(infra.db, work),
    consumers: [createFactsConsumer(facts)],
  })
}
