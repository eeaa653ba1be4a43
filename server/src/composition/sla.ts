import type { Transaction } from '../core/database.ts'
import type { EventLog } from '../core/event-log.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { readConversationSla } from '../features/sla/conversation-sla.ts'
import { createSlaAlarms } from '../features/sla/sla-alarms.ts'
import { createSlaConsumer } from '../features/sla/sla-consumer.ts'
import { createSlaPolicies } from '../features/sla/sla-policies.ts'
import { slaRoutes } from '../features/sla/sla-routes.ts'
import { requestRecalculation } from '../features/sla/sla-store.ts'
import { createSlaTracking, type TrackingDeps } from '../features/sla/sla-tracking.ts'
import { createSlaWorker } from '../features/sla/sla-worker.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface SlaPorts {
  log: EventLog
  agents: { authorizeAgent: AuthorizeAgent }
  apiKeys: { authorizeAccess: AuthorizeAccess }
  businessHours: {
    openTime: TrackingDeps['openTime']
    whenSaved: (listener: (trx: Transaction, organizationId: string) => Promise<() => void>) => void
  }
  conversations: TrackingDeps['conversations'] & {
    openAfter: Parameters<typeof createSlaWorker>[0]['openAfter']
    find: (organizationId: string, conversationId: string) => Promise<object | undefined>
  }
}

/** SLA policies, and the clocks of conversations. */
export function composeSla(infra: Infrastructure, ports: SlaPorts) {
  const { bus, clock, db, lifecycle } = infra
  const { log, agents, apiKeys, businessHours, conversations } = ports
  const { openTime } = businessHours
  const onError = infra.logErrors('sla')
  const tracking = createSlaTracking({ clock, conversations, openTime })
  const showRows = (organizationId: string, customerIds: string[]) => {
    if (customerIds.length > 0)
      bus.publish('inbox-rows', { organization_id: organizationId, customer_ids: customerIds })
  }
  const worker = createSlaWorker({
    db,
    clock,
    alarms: createSlaAlarms({ db, log, conversations, signal: lifecycle.signal, onError }),
    tracking,
    openAfter: conversations.openAfter,
    onChange: showRows,
    signal: lifecycle.signal,
    onError,
  })
  lifecycle.addWorker(worker)
  const policies = createSlaPolicies({ db, bus, clock, onChange: worker.soon, onDeleted: showRows })
  businessHours.whenSaved(async (trx, organizationId) => {
    await requestRecalculation(trx, organizationId)
    return worker.soon
  })
  const consumer = createSlaConsumer({
    tracking,
    onChange(rows) {
      const customers = new Map<string, string[]>()
      for (const { organization_id: id, customer_id: customerId } of rows)
        customers.set(id, [...(customers.get(id) ?? []), customerId])
      for (const [organizationId, customerIds] of customers) showRows(organizationId, customerIds)
      if (rows.some(({ outcomes }) => outcomes.length > 0)) worker.soon()
    },
  })
  return defineFeature({
    /** For tests with a clock. */
    sweep: worker.sweep,
    consumers: [consumer],
    routes: (http) =>
      slaRoutes(http, {
        policies,
        slaOf: (...where) => readConversationSla({ db, clock, openTime }, ...where),
        conversationExists: async (...where) => (await conversations.find(...where)) !== undefined,
        authorizeAgent: agents.authorizeAgent,
        authorize: apiKeys.authorizeAccess,
      }),
  })
}
