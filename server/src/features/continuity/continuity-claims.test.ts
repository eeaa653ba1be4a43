import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseNow } from '../../core/database-time.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'
import { createContinuity, type MailRoute } from './continuity.ts'
import { claimDue, type DueCustomer } from './continuity-store.ts'

/** A process that was suspended for longer than its claim. Another one has the customer meanwhile. */

let scene: ContinuityScene
let database: DatabaseHandle
beforeAll(async () => {
  scene = await startContinuityScene()
  database = openDatabase(scene.service.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await scene.stop()
})

afterEach(() => void vi.useRealTimers())

let row: DueCustomer
beforeEach(async () => {
  const { id } = await scene.confirmed()
  await database.pool.query(
    `update continuity set due_at = now(), offline_since = '2026-01-01', mailed_at = '2026-01-01' where customer_id = $1`,
    [id],
  )
  const [claimed] = await claimDue(database.db, databaseNow(Date.now), { max: 1, excludedOrganizations: [] })
  expect(claimed?.customer_id).toBe(id)
  row = claimed!
})

/** The other process has sent later messages, and that mail came back. */
const takeOver = () =>
  database.pool.query(
    `update continuity set claimed_until = claimed_until + interval '5 minutes', mailed_seq = 1000,
       returned_key = 'key', returned_reason = 'contact_gone'
     where customer_id = $1`,
    [row.customer_id],
  )
async function stored() {
  const { rows } = await database.pool.query('select * from continuity where customer_id = $1', [
    row.customer_id,
  ])
  return rows[0]
}
/** Handles the claimed customer, with a message that nobody has read. */
async function handle(
  send: MailRoute['send'],
  { isOnline = false, lastSeenAt = null as string | null } = {},
): Promise<void> {
  const customer = {
    email: 'ada@example.com',
    email_verified: true,
    auth_provider: null,
    language: 'en',
    provider_id: scene.organization.providerId,
    is_blocked: false,
    deactivated_at: null,
    last_seen_at: lastSeenAt,
  }
  const messages = [{ seq: row.mailed_seq + 1, name: 'Olivia', content: 'Are you still there?', files: [] }]
  await createContinuity({
    db: database.db,
    clock: Date.now,
    links: { keyOf: () => 'address', link: () => 'https://parley.test/link' } as never,
    attempts: { takeAll: async () => {}, refund: async () => {} },
    findCustomer: async () => customer,
    isOnline: async () => isOnline,
    unread: async () => ({ conversation_id: row.customer_id, messages }),
    titleOf: async () => 'Continuity',
    routeOf: async () => ({ canReply: false, server: 'installation', send }),
    tell: async () => {},
  })({ ...row })
}

test('it sends nothing, and leaves the customer to the other process', async () => {
  let sent = 0
  await takeOver()
  const before = await stored()
  await handle(async () => {
    sent += 1
    return 'sent'
  })
  expect(sent).toBe(0)
  expect(await stored()).toEqual(before)
})

test('what it has just sent does not replace what the other process has recorded', async () => {
  await handle(async () => {
    await takeOver()
    return 'sent'
  })
  expect(await stored()).toMatchObject({
    mailed_seq: 1000,
    returned_key: 'key',
    returned_reason: 'contact_gone',
  })
  expect((await stored()).claimed_until).not.toBeNull()
})

test('without interruption it records its mail and ends its claim', async () => {
  await handle(async () => 'sent')
  expect(await stored()).toMatchObject({ mailed_seq: row.mailed_seq + 1, claimed_until: null, due_at: null })
})

/** Seconds until the customer is due, by the database's clock. */
async function dueIn(): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    'select extract(epoch from due_at - now())::float8 as seconds from continuity where customer_id = $1',
    [row.customer_id],
  )
  return rows[0]?.seconds ?? Number.NaN
}

test.each([-3600, 3600])(
  'on a machine whose clock is %s s off, the next check is as late as on others',
  async (seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
    await handle(async () => 'sent', { isOnline: true })
    expect(Math.abs((await dueIn()) - 60)).toBeLessThan(30)
    await database.pool.query('update continuity set claimed_until = $2 where customer_id = $1', [
      row.customer_id,
      row.claimed_until,
    ])
    await handle(async () => 'later')
    expect(Math.abs((await dueIn()) - 60)).toBeLessThan(30)
  },
)

test('times that a process whose clock was ahead has written delay no mail', async () => {
  const ahead = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const sent = vi.fn(async () => 'sent' as const)
  await handle(sent, { lastSeenAt: ahead })
  expect(sent).toHaveBeenCalledTimes(1)
  await database.pool.query('update continuity set claimed_until = $2 where customer_id = $1', [
    row.customer_id,
    row.claimed_until,
  ])
  Object.assign(row, { offline_since: ahead, mailed_at: ahead })
  // The last visit was long before the messages: the ten minutes begin now.
  await handle(sent, { lastSeenAt: '2026-01-01T10:00:00.000Z' })
  const { offline_since: since } = await stored()
  expect([sent.mock.calls.length, since < ahead]).toEqual([1, true])
})
