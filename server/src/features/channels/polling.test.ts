import type { ChannelProblem } from '@parley/protocol/channel-connection'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { foundOrganization, startTestService, type TestService } from '../../testing/test-service.ts'
import { createWindowedPlatform } from '../../testing/windowed-platform.ts'
import type { ChannelAdapter, Polled, PollTurn } from './adapter.ts'
import { createPolling, type PollingLimits } from './polling.ts'
import { createStoreUpdates } from './updates.ts'

/** Connections that are asked for updates take turns (docs/decisions/channels.md). */

const connections = 5
const platform = createWindowedPlatform()
const adapter: ChannelAdapter = {
  ...(platform.channels.channelAdapters[0] as ChannelAdapter),
  webhooks: false,
  identify: async (token) => ({ outcome: 'identified', accountId: token, name: token, username: null }),
}
let service: TestService
let database: DatabaseHandle
let providerIds: string[]
beforeAll(async () => {
  service = await startTestService({ channels: { ...platform.channels, channelAdapters: [adapter] } })
  const { id, cookie } = await foundOrganization(service, 'Turns')
  for (let count = 0; count < connections; count += 1) {
    const body = { channel: 'telegram', token: `account-${count}` }
    const { status } = await service.call('POST', `/v1/organizations/${id}/channels`, { cookie, body })
    expect(status).toBe(201)
  }
  database = openDatabase(service.databaseUrl)
  const { rows } = await database.pool.query<{ id: string }>(
    'select provider_id as id from channel_connection',
  )
  providerIds = rows.map((row) => row.id)
})
const running: { polling: ReturnType<typeof createPolling> }[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.polling.stop()
  await database.pool.query(
    "update channel_connection set poll_at = '1970-01-01', poll_owner = null, poll_until = null, cursor = null, problem = null",
  )
})
afterAll(async () => {
  await database.close()
  await service.stop()
})

type Poll = (providerId: string, turn: PollTurn) => Promise<Polled>
const nothing: Polled = { outcome: 'updates', payloads: [], cursor: null }
/** Like a mailbox without new mails. */
const untilTheTurnEnds: Poll = async (_providerId, { signal }) => {
  await sleep(60_000, undefined, { signal }).catch(() => {})
  return nothing
}

/** One process. */
function start(poll: Poll, limits: Partial<PollingLimits> = {}, locksAccounts = false) {
  const polled: string[] = []
  const open = new Set<string>()
  const closed: string[] = []
  const reported: (ChannelProblem | null)[] = []
  let most = 0
  const db = database.db
  const polling = createPolling({
    db,
    clock: Date.now,
    connections: {
      adapterOf: () => ({
        ...adapter,
        locksAccounts,
        async poll({ providerId }, _after, turn) {
          polled.push(providerId)
          open.add(providerId)
          most = Math.max(most, open.size)
          return poll(providerId, turn)
        },
        async closePoll(providerId) {
          open.delete(providerId)
          closed.push(providerId)
        },
      }),
      open: ({ organization_id: organizationId, provider_id: providerId }) => ({
        organizationId,
        providerId,
        credentials: 'any',
      }),
      report: async (_row, problem) => void reported.push(problem),
    },
    store: createStoreUpdates({ db, clock: Date.now }),
    wake: () => {},
    onError: (error) => expect.unreachable(String(error)),
    limits: { maxTurns: 2, turnMs: 50, claimIntervalMs: 10, ...limits },
  })
  const process = { polling, polled, open, closed, reported, most: () => most }
  running.push(process)
  polling.start()
  return process
}
const stateOf = async (providerId: string) =>
  (
    await database.pool.query<{ poll_until: string | null; cursor: number | null }>(
      'select poll_until, cursor from channel_connection where provider_id = $1',
      [providerId],
    )
  ).rows[0]

test('connections beyond the bound take turns: each has one before any has a second', async () => {
  const { polled, most, reported } = start(untilTheTurnEnds)
  await expect.poll(() => polled.length, { timeout: 10_000 }).toBeGreaterThan(2 * connections)
  expect(new Set(polled.slice(0, connections))).toEqual(new Set(providerIds))
  for (const id of providerIds) expect(polled.filter((each) => each === id).length).toBeGreaterThan(1)
  expect(most()).toBe(2)
  expect(reported).toEqual([])
})

test('several processes share them, and none is asked by two at once', async () => {
  const askers = new Map<string, number>()
  let collisions = 0
  const poll: Poll = async (providerId, turn) => {
    const others = askers.get(providerId) ?? 0
    if (others > 0) collisions += 1
    askers.set(providerId, others + 1)
    await untilTheTurnEnds(providerId, turn)
    askers.set(providerId, others)
    return nothing
  }
  const processes = [start(poll), start(poll)]
  for (const { polled } of processes)
    await expect.poll(() => new Set(polled).size, { timeout: 10_000 }).toBe(connections)
  expect(collisions).toBe(0)
})

test('a turn goes on while nobody waits', async () => {
  const { polled, closed } = start(async () => (await sleep(20), nothing), { maxTurns: connections })
  await expect.poll(() => polled.length, { timeout: 10_000 }).toBeGreaterThan(10 * connections)
  expect(closed).toEqual([])
})

test('one that must be asked later gives its place away', async () => {
  const { polled } = start(async () => ({ outcome: 'later', seconds: 3600, problem: 'unreachable' }), {
    turnMs: 60_000,
  })
  await expect.poll(() => new Set(polled).size).toBe(connections)
  expect(polled).toHaveLength(connections)
})

test('the lease is renewed while a question takes longer than it', async () => {
  const [slow = ''] = providerIds
  const only = { maxTurns: connections, leaseSeconds: 3 }
  const first = start(untilTheTurnEnds, only)
  await expect.poll(() => first.open.size).toBe(connections)
  const second = start(untilTheTurnEnds, only)
  const leases = new Set<string>()
  await expect
    .poll(async () => leases.add(String((await stateOf(slow))?.poll_until)).size, { timeout: 30_000 })
    .toBeGreaterThan(4)
  expect(second.polled).toEqual([])
})

test('what was read is not stored once somebody else has the lease', async () => {
  const [lost = ''] = providerIds
  const answer = Promise.withResolvers<void>()
  const { polled } = start(
    async (providerId, turn) => {
      if (providerId !== lost) return untilTheTurnEnds(providerId, turn)
      await answer.promise
      return { ...nothing, cursor: 99 }
    },
    { maxTurns: connections },
  )
  await expect.poll(() => polled).toContain(lost)
  await database.pool.query(
    "update channel_connection set poll_owner = gen_random_uuid(), poll_until = now() + interval '1 hour' where provider_id = $1",
    [lost],
  )
  answer.resolve()
  for (const { polling } of running.splice(0)) await polling.stop()
  expect((await stateOf(lost))?.cursor).toBeNull()
})

test('what was read before the turn ended is stored', async () => {
  const { polled } = start(async (providerId, turn) => {
    await untilTheTurnEnds(providerId, turn)
    return { ...nothing, cursor: 7 }
  })
  await expect.poll(() => polled.length).toBeGreaterThan(connections)
  for (const { polling } of running.splice(0)) await polling.stop()
  for (const id of providerIds) expect((await stateOf(id))?.cursor).toBe(7)
})

test('a problem with reading that does not last is not shown, and never instead of one with sending', async () => {
  await database.pool.query("update channel_connection set problem = 'sending_refused', problem_at = now()")
  const problems: (ChannelProblem | null)[] = [null, 'unreachable', 'folder_missing']
  const { polled, reported } = start(
    async () => ({ outcome: 'later', seconds: 0, problem: problems.shift() ?? null }),
    { maxTurns: 1 },
  )
  await expect.poll(() => polled.length, { timeout: 10_000 }).toBeGreaterThan(4)
  expect(reported).toEqual(['folder_missing'])
})

/** Minutes to the next poll. */
async function delayOf(providerId: string): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    'select extract(epoch from poll_at - now())::float8 as seconds from channel_connection where provider_id = $1',
    [providerId],
  )
  return Math.round((rows[0]?.seconds ?? 0) / 60)
}

test('refused credentials are tried again after the time of the adapter where accounts are not locked', async () => {
  const [refused = ''] = providerIds
  await database.pool.query(
    "update channel_connection set problem = 'credentials_refused', problem_at = now() - interval '1 hour'",
  )
  start(async () => ({ outcome: 'later', seconds: 120, problem: 'credentials_refused' }))
  await expect.poll(() => delayOf(refused)).toBe(2)
})

test('where servers lock accounts, refused credentials are tried again after a growing time, and at once when they were replaced', async () => {
  const [refused = ''] = providerIds
  const delay = () => delayOf(refused)
  const change = (text: string) =>
    database.pool.query(`update channel_connection set ${text} where provider_id = $1`, [refused])
  const poll: Poll = async () => {
    if (polled.filter((id) => id === refused).length === 3) await change("credentials = 'others'")
    return { outcome: 'later', seconds: 2, problem: 'credentials_refused' }
  }
  const { polled } = start(poll, {}, true)
  await expect.poll(delay).toBe(15)
  await change("problem = 'credentials_refused', problem_at = now() - interval '1 hour', poll_at = now()")
  await expect.poll(delay).toBe(60)
  await change("poll_at = now(), problem_at = now() - interval '1 week'")
  await expect.poll(delay).toBe(360)
  expect(polled.filter((id) => id === refused)).toHaveLength(4)
})
