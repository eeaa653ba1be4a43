import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseNow } from '../../core/database-time.ts'
import { done, file, startOutboundScene, type OutboundScene } from '../../testing/outbound-scene.ts'
import type { SendOutcome } from './adapter.ts'
import { pauseLimitedAccount } from './limits.ts'

/** Queues of contacts, sent by several processes to a platform that takes its time. */

let scene: OutboundScene
let database: OutboundScene['database']
beforeAll(async () => {
  scene = await startOutboundScene()
  database = scene.database
})
afterAll(() => scene.stop())
beforeEach(() => scene.empty())

const connect: OutboundScene['connect'] = (name) => scene.connect(name)
const queue: OutboundScene['queue'] = (...to) => scene.queue(...to)
const start: OutboundScene['start'] = (...how) => scene.start(...how)
const statesOf: OutboundScene['statesOf'] = (ids) => scene.statesOf(ids)

/** As after an outage in which the lease could not be renewed. */
const endLeases = () =>
  database.pool.query('update channel_contact set outbound_until = now() where outbound_until is not null')

test('a process whose contact was taken over sends none of the messages that follow', async () => {
  const ids = await queue(await connect('Doubled'), 'ada', [[], [], []])
  const sent: string[] = []
  const first = Promise.withResolvers<SendOutcome>()
  const slow = start(async ({ messageId }) => (sent.push(messageId), first.promise))
  const slowEnds = slow.look()
  await expect.poll(() => sent).toEqual(ids.slice(0, 1))
  await endLeases()
  const second = Promise.withResolvers<SendOutcome>()
  const other = start(async ({ messageId }) => {
    sent.push(messageId)
    return messageId === ids[1] ? second.promise : done
  })
  const otherEnds = other.look()
  await expect.poll(() => sent).toEqual([ids[0], ids[0], ids[1]])
  first.resolve(done)
  await slowEnds
  second.resolve(done)
  await otherEnds
  expect(sent).toEqual([ids[0], ids[0], ids[1], ids[2]])
  expect(await statesOf(ids)).toEqual(['sent', 'sent', 'sent'])
})

/** A process whose platform answers "too many requests". */
const limited = () =>
  start(async () => ({ outcome: 'later', seconds: 60 }), {
    onLimit: (told) => pauseLimitedAccount(database.db, told, databaseNow(Date.now)),
  })

async function isPaused({ providerId }: Awaited<ReturnType<OutboundScene['connect']>>) {
  const { rows } = await database.pool.query<{ paused: boolean }>(
    'select coalesce(paused_until > now(), false) as paused from channel_connection where provider_id = $1',
    [providerId],
  )
  return rows[0]?.paused
}

test('an account waits once two of its contacts are told to wait, also by different processes', async () => {
  const account = await connect('Limited')
  await queue(account, 'ada', [[]])
  await limited().look()
  // Waits because its message failed, which says nothing about limits.
  await queue(account, 'eve', [[]])
  await start(async () => ({ outcome: 'unavailable' })).look()
  expect(await isPaused(account)).toBe(false)
  await queue(account, 'bea', [[]])
  await limited().look()
  expect(await isPaused(account)).toBe(true)
})

test('an account also waits if its platform was unreachable before it limits messages', async () => {
  const account = await connect('Recovered')
  await queue(account, 'ada', [[]])
  await start(async () => ({ outcome: 'unavailable' })).look()
  await database.pool.query('update channel_contact set outbound_not_before = null where provider_id = $1', [
    account.providerId,
  ])
  await limited().look()
  expect(await isPaused(account)).toBe(false)
  await queue(account, 'bea', [[]])
  await limited().look()
  expect(await isPaused(account)).toBe(true)
})

test('its late refusal does not replace the result of the process that has the contact', async () => {
  const ids = await queue(await connect('Late'), 'ada', [[]])
  const answer = Promise.withResolvers<SendOutcome>()
  let asked = 0
  const slow = start(async () => ((asked += 1), answer.promise))
  const slowEnds = slow.look()
  await expect.poll(() => asked).toBe(1)
  await endLeases()
  const other = start(async () => done)
  await other.look()
  answer.resolve({ outcome: 'refused', reason: 'blocked' })
  await slowEnds
  expect(await statesOf(ids)).toEqual(['sent'])
  expect(slow.recorded).toEqual([])
  expect(other.recorded).toEqual([{ messageId: ids[0], delivery: { state: 'sent', reason: null } }])
  const { rows } = await database.pool.query(
    "select from channel_contact where unreachable = 'blocked' and contact = 'ada'",
  )
  expect(rows).toEqual([])
})

test('a mail that was accepted before the process died is not sent again', async () => {
  const ids = await queue(await connect('Accepted'), 'ada', [[file]])
  await database.pool.query('update channel_outbox set parts = 1 where message_id = $1', [ids[0]])
  let sends = 0
  const { look, recorded } = start(async () => done, {
    accountOf: async (providerId) => ({
      account: { organizationId: 'organization', providerId, credentials: 'any' },
      adapter: {
        ...scene.adapter,
        plan: ({ content, media: all }) => [{ kind: 'whole', text: content, media: all }],
        send: async () => ((sends += 1), done),
      },
      problem: null,
    }),
  })
  await look()
  expect(sends).toBe(0)
  expect(recorded).toEqual([{ messageId: ids[0], delivery: { state: 'sent', reason: null } }])
})

test('files of an organization whose platform does not respond leave room for those of others', async () => {
  const hanging = await connect('Hanging')
  const prompt = await connect('Prompt')
  for (let count = 0; count < 12; count += 1) await queue(hanging, `contact ${count}`, [[file]])
  const answer = Promise.withResolvers<SendOutcome>()
  let open = 0
  const sent: string[] = []
  const { look } = start(async ({ contact }) => {
    if (contact !== 'ada') {
      open += 1
      return answer.promise
    }
    sent.push(contact)
    return done
  })
  const ends = look()
  await expect.poll(() => open).toBeGreaterThanOrEqual(4)
  await queue(prompt, 'ada', [[{ ...file, size: 50_000_000 }], []])
  const promptEnds = look()
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['ada', 'ada'])
  answer.resolve(done)
  await Promise.all([ends, promptEnds])
})

test('one organization has no more files in memory than the largest one takes', async () => {
  const one = await connect('Large')
  const large = { ...file, size: 30_000_000 }
  const ids = [...(await queue(one, 'ada', [[large]])), ...(await queue(one, 'eve', [[large]]))]
  const first = Promise.withResolvers<SendOutcome>()
  let sends = 0
  let prepared = 0
  const { look } = start(async () => ((sends += 1) === 1 ? first.promise : done), {
    // The last step before the memory.
    isWindowOpen: async () => (prepared += 1) > 0,
  })
  const ends = look()
  await expect.poll(() => prepared).toBe(2)
  await new Promise((resolve) => setImmediate(resolve))
  expect(sends).toBe(1)
  first.resolve(done)
  await ends
  expect(sends).toBe(2)
  expect(await statesOf(ids)).toEqual(['sent', 'sent'])
})
