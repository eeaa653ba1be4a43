import type { LogEntry } from '@parley/protocol/event'
import type { Entries } from '@parley/protocol/timeline'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createLocalBus } from '../core/bus/bus.ts'
import { createEventLog } from '../core/event-log.ts'
import { newId } from '../core/ids.ts'
import { useTestLog } from '../testing/test-log.ts'
import type { AgentSession } from './contexts.ts'
import { createFanOut, type Follower } from './fan-out.ts'
import { logCommands } from './log-commands.ts'

const lines = useTestLog()

/** Runs `work` once the database has answered this many queries, before the caller gets the answer. */
function afterQuery(count: number, work: () => Promise<void>): KyselyPlugin {
  let answered = 0
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answered += 1
      if (answered === count) await work()
      return result
    },
  }
}

test('[L1] an entry that is announced while an agent begins to follow is sent', async () => {
  const bus = createLocalBus((error) => {
    throw error
  })
  const log = createEventLog({ ...lines, bus, outbox: async () => () => {} })
  const render = (entry: object) => entry as LogEntry
  const onError = (error: unknown) => {
    throw error
  }
  const fanOut = createFanOut({ ...lines, bus, render, findCustomers: async () => new Map(), onError })
  lines.cleanUps.push(fanOut.close)
  const customerId = await lines.customer()
  const { rows } = await lines.pool.query<{ id: string }>('select organization_id as id from customer_log')
  const organizationId = rows[0]?.id ?? ''
  const append = () =>
    log.transact(async (tx) => {
      const head = await tx.lock(organizationId, customerId)
      if (!head) throw new Error('No such customer')
      const entry = { type: 'messages.cleared', audience: 'both', actor: { type: 'system' } } as const
      tx.append(head, [{ ...entry, conversation_id: null, data: {} }])
    })
  const received = Promise.withResolvers<Entries>()
  const followers = new Map<string, Follower>()
  const session = {
    closed: false,
    sendText: (frame: string) => received.resolve((JSON.parse(frame) as { params: Entries }).params),
    context: {
      connection: { state: 'connected', identity: { organizationId, agentId: newId() }, followers },
    },
  } as unknown as AgentSession
  // The second query reads the head again after the subscription.
  const db = lines.db.withPlugin(afterQuery(2, append))
  const followed = await logCommands({ db, fanOut, render }).agent['customer.follow'](session, {
    customer_id: customerId,
  })
  expect(followed.seq).toBe(1)
  expect(await received.promise).toMatchObject({ after: 1, to: 2, entries: [{ seq: 2 }] })
  await bus.close()
})
