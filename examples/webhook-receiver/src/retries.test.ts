import type { WebhookEvent } from '@parley/node'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInbox, type Inbox } from './inbox.ts'
import { createReceiver } from './receiver.ts'
import type { WorkResult } from './work.ts'

const retryDelayMs = 60_000
const newEvent = (id: string): WebhookEvent => ({
  event_id: id,
  type: 'webhook.test',
  timestamp: '2026-03-01T10:00:00.000+00:00',
  data: { webhook_id: 'w', message: 'Hello' },
})

let inbox: Inbox
let lines: string[]
let stop: () => Promise<void>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  inbox = openInbox(':memory:')
  lines = []
})
afterEach(async () => {
  await stop()
  inbox.close()
  vi.useRealTimers()
})

async function start(work: (event: WebhookEvent) => Promise<WorkResult>): Promise<void> {
  const server = createReceiver({
    secret: `whsec_${'A'.repeat(43)}=`,
    inbox,
    work,
    log: (line) => lines.push(line),
  })
  stop = async () => {
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

test('failed work is retried every minute without an event, by one timer that ends with the server', async () => {
  const worked: string[] = []
  let failing = true
  inbox.keep(newEvent('a'))
  inbox.keep(newEvent('b'))
  await start(async ({ event_id: id }) => {
    if (failing || id === 'b') throw new Error('The shop is closed')
    worked.push(id)
    return 'done'
  })
  await expect.poll(() => lines).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(1)
  failing = false
  await vi.advanceTimersByTimeAsync(retryDelayMs - 1)
  expect(worked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await expect.poll(() => lines).toHaveLength(3)
  expect(worked).toEqual(['a'])
  expect(vi.getTimerCount()).toBe(1)
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('work that fails after the server has closed is not retried: the inbox may be closed', async () => {
  const working = Promise.withResolvers<WorkResult>()
  inbox.keep(newEvent('a'))
  await start(() => working.promise)
  await stop()
  working.reject(new Error('The shop is closed'))
  await expect.poll(() => lines).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('an inbox that cannot be read is read again after a minute', async () => {
  const worked: string[] = []
  inbox.keep(newEvent('a'))
  vi.spyOn(inbox, 'open').mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  await start(async ({ event_id: id }) => {
    worked.push(id)
    return 'done'
  })
  await expect.poll(() => lines).toEqual([expect.stringContaining('disk I/O error')])
  await vi.advanceTimersByTimeAsync(retryDelayMs)
  expect(worked).toEqual(['a'])
})
