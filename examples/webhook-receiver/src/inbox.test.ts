import type { WebhookEvent } from '@parley/node'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInbox, type Inbox } from './inbox.ts'

const event: WebhookEvent = {
  event_id: '0198f6a0-0000-7000-8000-000000000001',
  type: 'webhook.test',
  timestamp: '2026-03-01T10:00:00.000+00:00',
  data: { webhook_id: 'w', message: 'Hello' },
}

let file: string
let inbox: Inbox
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'parley-inbox-')), 'inbox.sqlite')
  inbox = openInbox(file)
})
afterEach(() => {
  vi.useRealTimers()
  inbox.close()
  rmSync(path.dirname(file), { recursive: true })
})

test.each([
  ['after a restart', true],
  ['while it runs', false],
])(
  'an event resent on day 10 and day 20 is recognized each time, and forgotten 15 days after its last receipt, %s',
  (_, restarts) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keptOn = (day: number) => {
      vi.setSystemTime(day * 24 * 60 * 60 * 1000)
      if (restarts) {
        inbox.close()
        inbox = openInbox(file)
      }
      return inbox.keep(event)
    }
    expect(keptOn(0)).toBe(true)
    inbox.done(event.event_id)
    expect([keptOn(10), keptOn(20), inbox.open()]).toEqual([false, false, []])
    expect(keptOn(36)).toBe(true)
  },
)
