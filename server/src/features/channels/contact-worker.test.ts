import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createLogger } from '../../core/logger.ts'
import { foundOrganization, startTestService, type TestService } from '../../testing/test-service.ts'
import { createWindowedPlatform } from '../../testing/windowed-platform.ts'
import type { ChannelAccount, ChannelAdapter } from './adapter.ts'
import { createContactWorker } from './contact-worker.ts'
import { createInboundHandler } from './inbound.ts'

/** Which contacts a process handles at once, and for how long. */

const platform = createWindowedPlatform()
const adapter: ChannelAdapter = {
  ...(platform.channels.channelAdapters[0] as ChannelAdapter),
  identify: async (token) => ({ outcome: 'identified', accountId: token, name: token, username: null }),
}
let service: TestService
let database: DatabaseHandle
beforeAll(async () => {
  service = await startTestService({ channels: { ...platform.channels, channelAdapters: [adapter] } })
  database = openDatabase(service.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await service.stop()
})

/** Contacts of a new organization for whom a message waits since `dueAt`. */
async function contactsOf(name: string, count: number, dueAt: string): Promise<string> {
  const { id, cookie } = await foundOrganization(service, name)
  const body = { channel: 'telegram', token: `account-of-${id}` }
  const connected = await service.call('POST', `/v1/organizations/${id}/channels`, { cookie, body })
  expect(connected.status).toBe(201)
  await database.pool.query(
    `insert into channel_contact (provider_id, contact, organization_id, outbound_due_at)
      select provider_id, 'contact ' || n, organization_id, $3
      from channel_connection, generate_series(1, $2::int) n where organization_id = $1`,
    [id, count, dueAt],
  )
  return id
}

test('a contact whose handler returns a delay waits for so long', async () => {
  const id = await contactsOf('Waiting', 1, '2026-03-01')
  await database.pool.query(
    `insert into channel_outbox (customer_id, seq, provider_id, organization_id, contact, message_id, action, created_at)
     select gen_random_uuid(), 1, provider_id, organization_id, contact, gen_random_uuid(), 'send', '2026-03-01'
     from channel_contact where organization_id = $1`,
    [id],
  )
  let ahead = 0
  let handled = 0
  const worker = createContactWorker({
    db: database.db,
    clock: () => Date.now() + ahead,
    queue: 'outbound',
    async handle() {
      handled += 1
      return 60_000
    },
    onError: (error) => expect.unreachable(String(error)),
  })
  const counts: number[] = []
  for (ahead of [0, 50_000, 120_000]) {
    await worker.look()
    counts.push(handled)
  }
  expect(counts).toEqual([1, 1, 2])
  await database.pool.query('update channel_contact set outbound_due_at = null')
  await worker.stop()
})

test('an organization whose platform does not respond leaves places to the others', async () => {
  const hanging = await contactsOf('Hanging', 40, '2026-03-01')
  const prompt = await contactsOf('Prompt', 40, '2026-03-02')
  const { promise: response, resolve: respond } = Promise.withResolvers<void>()
  const begun = { [hanging]: 0, [prompt]: 0 }
  const worker = createContactWorker({
    db: database.db,
    clock: Date.now,
    queue: 'outbound',
    async handle({ organizationId }) {
      begun[organizationId] = (begun[organizationId] ?? 0) + 1
      if (organizationId === hanging) await response
    },
    onError: (error) => expect.unreachable(String(error)),
  })
  const everything = worker.look()
  await expect.poll(() => begun[prompt], { timeout: 10_000 }).toBe(40)
  expect(begun[hanging]).toBeGreaterThanOrEqual(12)
  expect(begun[hanging]).toBeLessThan(24)
  respond()
  await everything
  expect(begun).toEqual({ [hanging]: 40, [prompt]: 40 })
  await worker.stop()
})

test('updates of a contact that another process has taken over meanwhile are left to it', async () => {
  const id = await contactsOf('Suspended', 1, '2026-03-01')
  await database.pool.query(
    `update channel_contact set inbound_due_at = '2026-03-01', outbound_due_at = null where organization_id = $1`,
    [id],
  )
  await database.pool.query(
    `insert into channel_inbound (provider_id, external_id, contact, position, payload, received_at, ready_at)
     select provider_id, 'edit ' || n, contact, n, to_jsonb(n), '2026-03-01', '2026-03-01'
     from channel_contact, generate_series(1, 2) n where organization_id = $1`,
    [id],
  )
  const handled: unknown[] = []
  const worker = createContactWorker({
    db: database.db,
    clock: Date.now,
    queue: 'inbound',
    handle: createInboundHandler({
      db: database.db,
      clock: Date.now,
      logger: createLogger('silent'),
      signal: new AbortController().signal,
      adapterOf: () => expect.unreachable('Not removed'),
      accountOf: async () => ({
        account: {} as ChannelAccount,
        adapter: {
          ...adapter,
          parse(payloads) {
            handled.push(...payloads)
            return { type: 'ignored' }
          },
        },
      }),
      async receive() {
        await database.pool.query(
          'update channel_contact set inbound_lease = gen_random_uuid() where organization_id = $1',
          [id],
        )
        return 'done'
      },
    }),
    onError: (error) => expect.unreachable(String(error)),
  })
  await worker.look()
  expect(handled).toEqual([1])
  await worker.stop()
})
