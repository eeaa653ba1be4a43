import { automaticReplyTexts } from '@parley/protocol/automatic-reply-texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../core/app-error.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { connectAgent, startTestService } from '../../testing/test-service.ts'
import { ada, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import { createAutomaticReplies } from './automatic-replies.ts'
import { claimDue, finishDue, putTriggers, type DueReply } from './automatic-reply-store.ts'
import type { TeamPresence } from './team-presence.ts'

let scene: TelegramScene
let handle: DatabaseHandle
const on = { on: true, text: null, translations: {} }
beforeAll(async () => {
  scene = await startTelegramScene('Restarts')
  await scene.agent.leave()
  handle = openDatabase(scene.service.databaseUrl, { connections: 2 })
  await scene.service.call('PUT', scene.path(`/channels/${scene.channel.id}/automatic-replies`), {
    cookie: scene.organization.cookie,
    body: { greeting: on, away: on },
  })
})
afterAll(async () => {
  await handle.close()
  await scene.stop()
})

interface Row {
  due_at: string | null
  /** How long after it became due the row may be claimed again. */
  claimed_seconds: number | null
}
const rowOf = async (customerId: string): Promise<Row | undefined> =>
  (
    await sql<Row>`
      select due_at, extract(epoch from claimed_until - due_at)::float8 as claimed_seconds
      from automatic_reply where customer_id = ${customerId}`.execute(handle.db)
  ).rows[0]

/** A contact whose message waits for a response. */
async function contactWaits(): Promise<string> {
  const customerId = newId()
  await sql`
    insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
    values (${customerId}, ${scene.organization.id}, ${scene.channel.id}, ${customerId}, ${customerId}, 'en', 'ZZ', now())`.execute(
    handle.db,
  )
  await sql`
    insert into automatic_reply (customer_id, organization_id, provider_id, conversation_id, greets, due_seq, due_at)
    values (${customerId}, ${scene.organization.id}, ${scene.channel.id}, ${newId()}, true, 1, now())`.execute(
    handle.db,
  )
  return customerId
}

async function claim(): Promise<DueReply | undefined> {
  const [row] = await claimDue(handle.db, sql<string>`now()`, 1)
  return row
}

const sent: string[] = []
let presence: TeamPresence
/** How long the message has waited that presence was checked for last (ms). */
let waited: number
const sendMessage = vi.fn<(message: { content: string; client_id: string }) => void>()
const respond = (row: DueReply | undefined) =>
  createAutomaticReplies({
    db: handle.db,
    clock: Date.now,
    findCustomer: async () => ({ language: 'en', is_blocked: false, deactivated_at: null }),
    findConversation: async () => ({ status: 'open', team_id: null, started_at: '2026-03-01T09:00:00.000Z' }),
    isOpen: async () => true,
    async presence(_organizationId, waitedMs) {
      waited = waitedMs
      return presence
    },
    lastHumanResponse: async () => null,
    async sendMessage(_sender, message) {
      sendMessage(message)
      sent.push(message.content)
    },
  })(row as DueReply)
const { greeting, away } = automaticReplyTexts
beforeEach(() => {
  sent.length = 0
  presence = 'absent'
  sendMessage.mockReset()
})

test('a text that could not be sent is sent when its message is handled again', async () => {
  const customerId = await contactWaits()
  sendMessage.mockImplementationOnce(() => {
    throw new Error('canceling statement due to lock timeout')
  })
  const row = await claim()
  await expect(respond(row)).rejects.toThrow('lock timeout')
  expect((await rowOf(customerId))?.due_at).not.toBeNull()
  await respond(row)
  expect(sent).toEqual([greeting.en, away.en])
  // A repeat after a crash is recognized by its id.
  await respond(row)
  expect(new Set(sendMessage.mock.calls.map(([message]) => message.client_id)).size).toBe(2)
  expect((await rowOf(customerId))?.due_at).toBeNull()
  await respond(row && { ...row, due_seq: 2 })
  expect(sent).toHaveLength(4)
})

test('a text that was refused does not count as sent: the next message gets it', async () => {
  await contactWaits()
  sendMessage.mockImplementationOnce(() => {
    throw new AppError('conversation_closed')
  })
  const row = await claim()
  await respond(row)
  expect(sent).toEqual([away.en])
  await respond(row && { ...row, due_seq: 2 })
  expect(sent).toEqual([away.en, greeting.en])
  // An earlier attempt has sent the text of this one.
  sendMessage.mockImplementationOnce(() => {
    throw new AppError('client_id_conflict')
  })
  await respond(row && { ...row, due_seq: 2 })
  await respond(row && { ...row, due_seq: 3 })
  expect(sent).toEqual([away.en, greeting.en])
})

test('a conversation that began while an earlier message was handled is greeted with its first message', async () => {
  await contactWaits()
  const row = await claim()
  if (!row) throw new Error('Nothing is due')
  const put = (message: { greets: boolean | null; due_seq: number | null; due_at: string | null }) =>
    handle.db
      .transaction()
      .execute((trx) => putTriggers(trx, [{ ...row, conversation_id: later, ...message }]))
  const later = newId()
  await put({ greets: true, due_seq: null, due_at: null })
  await finishDue(handle.db, row)
  expect(await claim()).toBeUndefined()
  await put({ greets: null, due_seq: 2, due_at: new Date().toISOString() })
  const next = await claim()
  expect(next).toMatchObject({ conversation_id: later, greets: true, due_seq: 2 })
  await finishDue(handle.db, next as DueReply)
  expect((await rowOf(row.customer_id))?.due_at).toBeNull()
})

test('while agents may still be reconnecting, the away text waits, and the greeting does not', async () => {
  const customerId = await contactWaits()
  presence = 'unknown'
  await respond(await claim())
  expect(sent).toEqual([greeting.en])
  const waiting = await rowOf(customerId)
  expect(waiting?.due_at).not.toBeNull()
  expect(waiting?.claimed_seconds).toBeGreaterThan(2)
  await vi.waitFor(async () => {
    const row = await claim()
    expect(row?.customer_id).toBe(customerId)
    presence = 'absent'
    await respond(row)
  }, 30_000)
  // The repeated greeting has the same id.
  expect(new Set(sendMessage.mock.calls.map(([message]) => message.client_id)).size).toBe(2)
  expect(sent.at(-1)).toBe(away.en)
  expect((await rowOf(customerId))?.due_at).toBeNull()
})

test('presence is checked with the time that the message has waited', async () => {
  await contactWaits()
  const row = await claim()
  const writtenAt = new Date(Date.now() - 180_000).toISOString()
  await respond(row && { ...row, due_at: writtenAt })
  expect(waited).toBeGreaterThanOrEqual(180_000)
  expect(sent).toEqual([greeting.en, away.en])
})

test('a process that has just started sends no away text before agents have reconnected', async () => {
  await scene.push(scene.telegram.writes(ada, { text: 'During the restart' }))
  const restarted = await startTestService({
    listen: 'app',
    databaseUrl: scene.service.databaseUrl,
    env: { PARLEY_TELEGRAM_API_URL: scene.telegram.url },
  })
  const waiting = async (condition: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from automatic_reply join customer on customer.id = customer_id
      where customer.first_name = ${ada.first_name} and ${sql.raw(condition)}`.execute(handle.db)
    return rows[0]?.count
  }
  // Nobody is connected when the message is handled for the first time.
  await expect
    .poll(() => waiting('due_at is not null and greeting_at is not null'), { timeout: 30_000 })
    .toBe(1)
  const agent = await connectAgent(restarted, scene.organization.id, scene.organization.cookie)
  await expect.poll(() => waiting('due_at is null and greeting_at is not null'), { timeout: 30_000 }).toBe(1)
  expect(await waiting('away_at is not null')).toBe(0)
  const greetings = () => scene.telegram.sent('sendMessage').map(({ params }) => params['text'])
  await expect.poll(greetings, { timeout: 10_000 }).toEqual([greeting.de])
  await agent.leave()
  await restarted.stop()
})
