import type { WebhookEvent } from '@parley/node'
import { signatureHeaders, signingKey } from '@parley/server/features/webhooks/sending/signature'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInbox, type Inbox } from './inbox.ts'
import { createReceiver } from './receiver.ts'
import { work, type WorkResult } from './work.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const newSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

let folder: string
let inbox: Inbox
let lines: string[]
let servers: Server[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-receiver-'))
  inbox = openInbox(path.join(folder, 'inbox.sqlite'))
  lines = []
  servers = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  inbox.close()
  rmSync(folder, { recursive: true })
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function workbench() {
  const done: WebhookEvent[] = []
  const doWork = async (event: WebhookEvent) => {
    done.push(event)
    return 'done' as const
  }
  return { done, work: doWork }
}
const start = (doWork: (event: WebhookEvent) => Promise<WorkResult>, secrets: string | string[] = secret) =>
  listen(createReceiver({ secret: secrets, inbox, work: doWork, log: (line) => lines.push(line) }))

let made = 0
const newEvent = (more: object = {}): WebhookEvent => ({
  event_id: `0198f6a0-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`,
  type: 'webhook.test',
  timestamp: '2026-03-01T10:00:00.000+00:00',
  data: { webhook_id: 'w', message: 'Merhaba 👋' },
  ...more,
})

interface Delivery {
  at?: number
  secret?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Sends the event like the service, signed over its exact bytes. */
async function deliver(url: string, event: WebhookEvent, options: Delivery = {}): Promise<string> {
  const body = Buffer.from(JSON.stringify(event))
  const at = options.at ?? Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders(event.event_id, at, body, signingKey(options.secret ?? secret)),
    ...options.headers,
  }
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(options.body ?? body) })
  return `${answer.status} ${await answer.text()}`
}

test('a wrong secret, time or body is answered with 401 and not stored', async () => {
  const bench = workbench()
  const url = await start(bench.work)
  const event = newEvent()
  const now = Math.floor(Date.now() / 1000)
  expect(await deliver(url, event, { secret: newSecret })).toBe('401 signature_invalid')
  expect(await deliver(url, event, { at: now - 3600 })).toBe('401 timestamp_too_old')
  expect(await deliver(url, event, { at: now + 3600 })).toBe('401 timestamp_too_new')
  expect(await deliver(url, event, { headers: { 'webhook-signature': 'v1,' } })).toBe('401 signature_invalid')
  expect(await deliver(url, event, { headers: { 'webhook-id': 'another' } })).toBe('401 signature_invalid')
  const spaced = Buffer.from(JSON.stringify(event, null, 2))
  expect(await deliver(url, event, { body: spaced })).toBe('401 signature_invalid')
  const unsigned = await fetch(url, { method: 'POST', body: JSON.stringify(event) })
  expect(unsigned.status).toBe(401)
  expect((await fetch(url)).status).toBe(405)
  expect([inbox.open(), bench.done]).toEqual([[], []])
  expect(lines.join('\n')).not.toContain('Merhaba')
})

test('a body that is too large is answered with 413 before its end, and the next one is accepted', async () => {
  const bench = workbench()
  const url = await start(bench.work)
  const endless = request(url, { method: 'POST' })
  endless.on('error', () => {})
  endless.write(Buffer.alloc(300 * 1024))
  const [answer] = (await once(endless, 'response')) as [{ statusCode: number; headers: object }]
  expect(answer).toMatchObject({ statusCode: 413, headers: { connection: 'close' } })
  endless.destroy()
  expect(await deliver(url, newEvent())).toBe('200 stored')
})

test('an event is acknowledged before its processing ends, and processed once despite repeats', async () => {
  let finish = () => {}
  const begun: string[] = []
  const url = await start(async (event) => {
    begun.push(event.event_id)
    await new Promise<void>((resolve) => (finish = resolve))
    return 'done'
  })
  const event = newEvent()
  expect(await deliver(url, event)).toBe('200 stored')
  expect(await deliver(url, event)).toBe('200 duplicate')
  finish()
  await expect.poll(() => inbox.open()).toEqual([])
  expect(await deliver(url, event, { at: Math.floor(Date.now() / 1000) - 60 })).toBe('200 duplicate')
  expect(begun).toEqual([event.event_id])
})

test('concurrent deliveries of the same event are stored once', async () => {
  const bench = workbench()
  const url = await start(bench.work)
  const event = newEvent()
  const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(url, event)))
  expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => '200 duplicate'), '200 stored'])
  await expect.poll(() => bench.done.length).toBe(1)
})

test('work interrupted by a crash is retried at the next start, failed work with the next event', async () => {
  const event = newEvent()
  inbox.keep(event)
  inbox.close()
  inbox = openInbox(path.join(folder, 'inbox.sqlite'))
  let failing = true
  const worked: string[] = []
  const url = await start(async ({ event_id: id }) => {
    if (failing) throw new Error('The shop is closed')
    worked.push(id)
    return 'done'
  })
  await expect.poll(() => lines).toEqual([expect.stringContaining('The shop is closed')])
  failing = false
  const next = newEvent()
  await deliver(url, next)
  await expect.poll(() => worked).toEqual([event.event_id, next.event_id])
  expect(await deliver(url, event)).toBe('200 duplicate')
})

test('a failing inbox is answered with 500, so that the event is delivered again', async () => {
  const bench = workbench()
  const url = await start(bench.work)
  inbox.close()
  expect(await deliver(url, newEvent())).toBe('500 try again')
  inbox = openInbox(path.join(folder, 'inbox.sqlite'))
})

test('while the secret changes, deliveries signed with either one are accepted', async () => {
  const url = await start(async () => 'done', [secret, newSecret])
  expect(await deliver(url, newEvent())).toBe('200 stored')
  expect(await deliver(url, newEvent(), { secret: newSecret })).toBe('200 stored')
})

test('the messages of an ended conversation are fetched by its link', async () => {
  const asked: string[] = []
  const service = createServer((incoming, response) => {
    const target = incoming.url ?? ''
    asked.push(target)
    const last = target.includes('cursor')
    const pager = { max: 100, next: last ? null : 'QVND', sort: 'ASC' }
    response.end(JSON.stringify({ data: [{ content: 'Hello' }], pager }))
  })
  const link = `${await listen(service)}/messages?_expiration=1&_hash=x`
  const printed: string[] = []
  const url = await start((event) => work(event, (line) => printed.push(line)))
  const data = {
    id: 'c1',
    customer_id: 'u1',
    provider_id: 'p1',
    agent_id: null,
    duration: 67,
    messages_url: link,
  }
  await deliver(url, newEvent({ type: 'conversation.ended', data }))
  await expect.poll(() => printed).toEqual(['conversation c1: 2 messages in 67 s'])
  const first = '/messages?_expiration=1&_hash=x&sort=ASC&max=100'
  expect(asked).toEqual([first, `${first}&cursor=QVND`])
  await deliver(url, newEvent({ type: 'call.transferred', data: {} }))
  await expect.poll(() => printed[1]).toBe('an event of a newer service: call.transferred')
})

test('calls are printed and their recordings fetched; an expired link waits for a resend', async () => {
  const asked: string[] = []
  const service = createServer((incoming, response) => {
    asked.push(incoming.url ?? '')
    response.statusCode = asked.length === 1 ? 410 : 200
    response.end(Buffer.alloc(5000))
  })
  const link = `${await listen(service)}/call.webm?_expiration=1&_hash=x`
  const printed: string[] = []
  const url = await start((event) => work(event, (line) => printed.push(line)))
  const missed = { id: 'c1', status: 'missed', reason: 'queue_timeout', hold_duration: 120 }
  await deliver(url, newEvent({ type: 'call.missed', data: missed }))
  await expect.poll(() => printed).toEqual(['call c1: missed, queue_timeout'])
  const recordings = [{ id: 'r1', name: 'call.webm', mime: 'audio/webm', size: 5000, url: link }]
  const ready = newEvent({ type: 'call.recording_ready', data: { id: 'c2', recordings } })
  await deliver(url, ready)
  await expect.poll(() => lines).toEqual([expect.stringContaining('resend')])
  const again = { ...ready, data: { id: 'c2', recordings: [{ ...recordings[0], url: `${link}y` }] } }
  await deliver(url, again as WebhookEvent)
  await expect.poll(() => printed[1]).toBe('call c2: call.webm, 5000 bytes')
  expect(asked).toHaveLength(2)
})

test('a deleted conversation or recording completes its event, and the other recordings are fetched', async () => {
  const asked: string[] = []
  const service = createServer((incoming, response) => {
    const target = incoming.url ?? ''
    asked.push(target)
    response.statusCode = target.includes('deleted') ? 404 : 200
    response.end(Buffer.alloc(5000))
  })
  const address = await listen(service)
  const link = (name: string) => `${address}/${name}?_expiration=1&_hash=x`
  const printed: string[] = []
  const url = await start((event) => work(event, (line) => printed.push(line)))
  const conversation = { id: 'c1', duration: 67, messages_url: link('deleted') }
  await deliver(url, newEvent({ type: 'conversation.ended', data: conversation }))
  await expect.poll(() => printed).toEqual(['conversation c1: deleted before it was read'])
  const recordings = ['deleted.webm', 'call.webm'].map((name) => ({ name, url: link(name) }))
  await deliver(url, newEvent({ type: 'call.recording_ready', data: { id: 'c2', recordings } }))
  await expect
    .poll(() => printed.slice(1))
    .toEqual(['call c2: deleted.webm, deleted before it was read', 'call c2: call.webm, 5000 bytes'])
  await expect.poll(() => inbox.open()).toEqual([])
  expect([asked.length, lines]).toEqual([3, []])
})

test('a conversation with an expired link is not requested again until its resend, which completes it', async () => {
  const asked: string[] = []
  const service = createServer((incoming, response) => {
    const target = incoming.url ?? ''
    asked.push(target)
    if (target.includes('_hash=old')) response.statusCode = 410
    response.end(
      JSON.stringify({ data: [{ content: 'Hello' }], pager: { max: 100, next: null, sort: 'ASC' } }),
    )
  })
  const link = await listen(service)
  const printed: string[] = []
  const url = await start((event) => work(event, (line) => printed.push(line)))
  const ended = (hash: string) => ({
    id: 'c1',
    duration: 67,
    messages_url: `${link}/m?_expiration=1&_hash=${hash}`,
  })
  const event = newEvent({ type: 'conversation.ended', data: ended('old') })
  await deliver(url, event)
  await expect.poll(() => lines).toEqual([expect.stringContaining('resend')])
  await deliver(url, newEvent())
  await expect.poll(() => printed).toHaveLength(1)
  expect(asked).toHaveLength(1)
  expect(await deliver(url, { ...event, data: ended('new') } as WebhookEvent)).toBe('200 duplicate')
  await expect.poll(() => printed[1]).toBe('conversation c1: 1 messages in 67 s')
  expect(inbox.open()).toEqual([])
  // Later deliveries of a completed event are not processed.
  await deliver(url, { ...event, data: ended('newer') } as WebhookEvent)
  expect(inbox.open()).toEqual([])
  expect(asked).toHaveLength(2)
})
