import type { Update } from '@grammyjs/types'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../core/free-port.ts'
import { kill } from '../../testing/killed-processes.ts'
import { ada, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import type { Person } from '../../testing/telegram-server.ts'
import { baseUrl, testSecret } from '../../testing/test-service.ts'

/** Neither lost, doubled nor reordered: through repeated updates, killed workers, limits and lost responses. */

/** `PARLEY_ENDURANCE=1`: 10,000 updates and 1,000 messages instead of a few hundred. */
const isLong = process.env['PARLEY_ENDURANCE'] === '1'

let scene: TelegramScene
let client: pg.Client
let dataDir: string
const workers: ChildProcess[] = []
beforeAll(async () => {
  scene = await startTelegramScene('Robust')
  client = new pg.Client({ connectionString: scene.service.databaseUrl })
  await client.connect()
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-test-'))
})
afterAll(async () => {
  await Promise.all(workers.map(kill))
  await client.end()
  await scene.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function startWorker(): Promise<ChildProcess> {
  const env = {
    PORT: String(await freePort(0)),
    PARLEY_BASE_URL: baseUrl,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SECRET: testSecret,
    DATABASE_URL: scene.service.databaseUrl,
    PARLEY_LOG_LEVEL: 'silent',
    PARLEY_TELEGRAM_API_URL: scene.telegram.url,
  }
  const script = path.join(import.meta.dirname, '../../testing/channel-worker.ts')
  const worker = spawn(process.execPath, [script, JSON.stringify(env)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(worker)
  await once(worker.stdout, 'data')
  return worker
}

const person = (index: number): Person => ({ ...ada, id: 50_000 + index, username: `person${index}` })

/** The same order on every run. */
function shuffled<T>(list: T[], distance: number): T[] {
  let seed = 7
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  return list
    .map((item, index) => ({ item, at: index + random() * distance }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Different ones, of `0` to `below - 1`. */
function randomPlaces(count: number, below: number): number[] {
  const places = new Set<number>()
  while (places.size < count) places.add(Math.floor(Math.random() * below))
  return [...places]
}

async function contentsByContact(): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ external_id: string; content: string }>(
    `select c.external_id, m.content from message m join customer c on c.id = m.customer_id
     where m.sender_type = 'customer' order by c.external_id, m.seq`,
  )
  const contents = new Map<string, string[]>()
  for (const { external_id: id, content } of rows) contents.set(id, [...(contents.get(id) ?? []), content])
  return contents
}

const isPending = async (): Promise<number> =>
  (
    await client.query<{ count: number }>(
      'select count(*)::int as count from channel_inbound where done_at is null',
    )
  ).rows[0]?.count ?? 0

it('updates that are repeated, reordered and handled by killed workers are each one message, in order', async () => {
  const contacts = isLong ? 100 : 20
  const each = isLong ? 100 : 15
  const kills = new Set(isLong ? randomPlaces(15, 15_000) : [120, 300])
  const updates: Update[] = []
  for (let turn = 0; turn < each; turn += 1)
    for (let index = 0; index < contacts; index += 1)
      updates.push(scene.telegram.writes(person(index), { text: `${index}: ${turn}` }))
  // Half are repeated; each arrives up to 15 places early or late.
  const arriving = shuffled(
    [...updates, ...updates.filter((_, index) => index % 2 === 0)].toSorted(
      (a, b) => a.update_id - b.update_id,
    ),
    15,
  )

  let worker = await startWorker()
  for (const [index, update] of arriving.entries()) {
    expect(await scene.push(update)).toBe(200)
    if (kills.has(index)) {
      await kill(worker)
      // A killed process keeps its leases until they end.
      await client.query('update channel_contact set inbound_until = now() where inbound_until is not null')
      worker = await startWorker()
    }
  }
  await expect.poll(isPending, { timeout: 600_000, interval: 100 }).toBe(0)
  await kill(worker)

  const contents = await contentsByContact()
  expect(contents.size).toBe(contacts)
  for (let index = 0; index < contacts; index += 1) {
    const expected = Array.from({ length: each }, (_, turn) => `${index}: ${turn}`)
    expect(contents.get(String(person(index).id))).toEqual(expected)
  }
}, 1_200_000)

it('messages through limits and lost responses arrive in order; only those with a lost response can come twice', async () => {
  const from = person(900)
  await scene.push(scene.telegram.writes(from, { text: 'Count for me' }))
  await scene.settle()
  const row = (await scene.conversations()).find(({ last_message: last }) => last?.preview === 'Count for me')
  const customerId = row?.customer.id ?? ''
  // In groups: a message is given up after twelve attempts.
  const groups = isLong ? 20 : 1
  const perGroup = 50
  const lostOfGroup = [5, 17, 40]
  const count = groups * perGroup
  const contents = Array.from({ length: count }, (_, index) => `${index}`)
  const lost = groups * lostOfGroup.length
  const misbehave = (index: number) => {
    if (lostOfGroup.includes(index)) scene.telegram.misbehave('sendMessage', { kind: 'lost' })
    if (index % 10 === 3)
      scene.telegram.misbehave('sendMessage', {
        kind: 'error',
        code: 429,
        description: 'Too Many Requests: retry after 3',
        retryAfter: 3,
      })
  }
  const sent = async () =>
    (
      await client.query<{ state: string; count: number; doubtful: number }>(
        'select state, count(*)::int, sum(doubtful)::int as doubtful from channel_outbox where customer_id = $1 group by state',
        [customerId],
      )
    ).rows
  const states = async () => {
    scene.turn(4000)
    await scene.settle()
    return (await sent()).map(({ state }) => state)
  }
  for (let begin = 0; begin < count; begin += perGroup) {
    await scene.sayAll(customerId, contents.slice(begin, begin + perGroup), misbehave)
    await expect.poll(states, { timeout: 30_000, interval: 1 }).toEqual(['sent'])
  }

  expect(await sent()).toEqual([{ state: 'sent', count, doubtful: lost }])
  const shown = scene.telegram.shown(from).map(({ text }) => text)
  expect(shown).toHaveLength(count + lost)
  const firsts = shown.filter((text, index) => shown.indexOf(text) === index)
  expect(firsts).toEqual(contents)
  // A repeat follows at once: nothing overtakes it.
  expect(shown.toSorted((a, b) => Number(a) - Number(b))).toEqual(shown)
}, 1_200_000)

it('a token that the platform no longer accepts is reported, and a new one sends what failed', async () => {
  const from = person(901)
  await scene.push(scene.telegram.writes(from, { text: 'Are you still there?' }))
  await scene.settle()
  const row = (await scene.conversations()).find(
    ({ last_message: last }) => last?.preview === 'Are you still there?',
  )
  const customerId = row?.customer.id ?? ''
  const next = `${scene.telegram.token.split(':')[0]}:BBF-another_token-of-the-tests-0000`
  scene.telegram.revokeToken(next)
  const messageId = await scene.say(customerId, 'Yes')
  await scene.settle()
  const { cookie } = scene.organization
  const channels = () => scene.service.call('GET', scene.path('/channels'), { cookie })
  expect((await channels()).body).toMatchObject({ data: [{ problem: 'credentials_refused' }] })
  expect((await scene.history(customerId)).at(-1)?.delivery).toEqual({
    state: 'failed',
    reason: 'disconnected',
  })
  const put = (token: string) =>
    scene.service.call('PUT', scene.path(`/channels/${scene.channel.id}/token`), { cookie, body: { token } })
  expect((await put('nonsense')).body).toMatchObject({ code: 'channel_token_malformed' })
  expect((await put(scene.telegram.token)).body).toMatchObject({ code: 'channel_token_refused' })
  expect((await put(next)).body).toMatchObject({ problem: null })
  await scene.service.call('POST', scene.path(`/conversations/${row?.id}/messages/${messageId}/retry`), {
    cookie,
  })
  await scene.settle()
  expect(scene.telegram.shown(from).map(({ text }) => text)).toEqual(['Yes'])
})

it('a removed channel keeps its conversations and what it has received, takes no updates and fails messages', async () => {
  const from = person(902)
  const { cookie } = scene.organization
  await scene.push(scene.telegram.writes(from, { text: 'Before the end' }))
  await scene.settle()
  const row = (await scene.conversations()).find(
    ({ last_message: last }) => last?.preview === 'Before the end',
  )
  const webhook = { ...scene.telegram.webhook }
  const waiting = { file_id: 'waiting', file_unique_id: 'waiting', file_size: 3, file_name: 'notes.txt' }
  await scene.push(scene.telegram.writes(from, { caption: 'On time', document: waiting }))
  const response = await scene.service.call('DELETE', scene.path(`/channels/${scene.channel.id}`), { cookie })
  expect(response.status).toBe(204)
  expect(scene.telegram.webhook).toBeNull()
  const late = await scene.service.app.http.inject({
    method: 'POST',
    url: new URL(webhook.url ?? '').pathname,
    headers: { 'x-telegram-bot-api-secret-token': webhook.secret ?? '' },
    payload: scene.telegram.writes(from, { text: 'Too late' }),
  })
  expect(late.statusCode).toBe(403)
  await scene.settle()
  await scene.say(row?.customer.id ?? '', 'Goodbye')
  await scene.settle()
  const messages = await scene.history(row?.customer.id ?? '')
  expect(messages.map(({ content }) => content)).toEqual([
    'Before the end',
    'On time\n📎 notes.txt (could not be fetched)',
    'Goodbye',
  ])
  expect(messages.at(-1)?.delivery).toEqual({ state: 'failed', reason: 'disconnected' })
  const { rows } = await client.query('select credentials from channel_connection')
  expect(rows).toEqual([{ credentials: null }])
})
