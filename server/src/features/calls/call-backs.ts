import { listedCallBacks, type CallBackRequest } from '@parley/protocol/call-back'
import type { CallSettings } from '@parley/protocol/call-settings'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import { isId, newId } from '../../core/ids.ts'
import type { OnlineOf } from '../../realtime/presence/presence-reader.ts'
import {
  callBackCounts,
  closeBarredCallBacks,
  closeCallBackOf,
  insertCallBack,
  markCallBackDone,
  openCallBacks,
} from './call-back-store.ts'
import { headOf, type Caller } from './call-start.ts'
import { lockStarts } from './call-store.ts'
import type { AgentKey } from './desks.ts'

const maxPerDay = 5
/** Open requests per network, such as an office. */
const maxOfNetwork = 20
const dayMs = 24 * 3600 * 1000
const retrySeconds = 3600

export interface CallBackDeps {
  db: Database
  log: EventLog
  clock: Clock
  onlineOf: OnlineOf
  /** The list of open requests changed. */
  onChange: (organizationId: string) => void
}

export type CallBacks = ReturnType<typeof createCallBacks>

/** Call-back requests of customers who did not reach an agent (docs/decisions/call-back.md). */
export function createCallBacks({ db, log, clock, ...deps }: CallBackDeps) {
  return {
    /**
     * Opens a request; at most one per customer. Idempotent. Returns the customer's id.
     * @throws AppError calls_off, customer_blocked, rate_limited
     */
    async request(caller: Caller, settings: CallSettings): Promise<string> {
      if (settings.mode === 'off') throw new AppError('calls_off')
      const { organizationId, providerId, network } = caller
      const { customerId, made } = await log.transact(async (tx) => {
        const { head } = await headOf(tx, caller)
        if (!head.may_write) throw new AppError('customer_blocked')
        const { customer_id } = head
        await lockStarts(tx.db, organizationId)
        const since = timestamp(Date.parse(tx.now) - dayMs)
        const counts = await callBackCounts(tx.db, {
          organizationId,
          customerId: customer_id,
          network,
          since,
        })
        if (counts.open) return { customerId: customer_id, made: false }
        if (counts.of_customer >= maxPerDay || counts.of_network >= maxOfNetwork)
          throw new AppError('rate_limited', { retryAfter: retrySeconds })
        await insertCallBack(tx.db, {
          id: newId(),
          organization_id: organizationId,
          customer_id,
          provider_id: providerId,
          network,
          created_at: tx.now,
        })
        return { customerId: customer_id, made: true }
      })
      if (made) deps.onChange(organizationId)
      return customerId
    },

    /** No effect if none is open. */
    async withdraw(organizationId: string, customerId: string): Promise<void> {
      if (await closeCallBackOf(db, customerId, 'withdrawn', timestamp(clock())))
        deps.onChange(organizationId)
    },

    /** Closes the open requests of those customers who are blocked or closed their accounts. */
    async withdrawBarred(customerIds: string[]): Promise<void> {
      const closed = await closeBarredCallBacks(db, customerIds, timestamp(clock()))
      for (const organizationId of new Set(closed)) deps.onChange(organizationId)
    },

    /** @throws AppError not_found */
    async done({ organizationId, agentId }: AgentKey, id: string): Promise<void> {
      const now = timestamp(clock())
      if (!isId(id) || !(await markCallBackDone(db, { id, organizationId, agentId, now })))
        throw new AppError('not_found')
      deps.onChange(organizationId)
    },

    /** Oldest first. */
    async list(organizationId: string): Promise<CallBackRequest[]> {
      const rows = await openCallBacks(db, organizationId, listedCallBacks)
      const online = await deps.onlineOf(
        organizationId,
        rows.map((row) => row.customer_id),
        'agent',
      )
      return rows.map(({ id, provider_id, created_at, customer_id, conversation_id, ...face }) => ({
        id,
        customer: {
          id: customer_id,
          ...face,
          is_blocked: false,
          online: online.has(customer_id),
        },
        provider_id,
        conversation_id,
        created_at,
      }))
    },
  }
}
