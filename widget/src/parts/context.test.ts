import type { WidgetSession } from '@parley/client/session/widget-session'
import { createStore } from '@parley/client/state/store'
import type { VisitPageParams } from '@parley/protocol/visitor-context'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatHost } from '../chat-contract.ts'
import { reportContext } from './context.ts'

let page: { title: string; hidden: boolean; referrer: string }
let address: { href: string }

beforeEach(() => {
  vi.useFakeTimers()
  page = { title: 'Spades', hidden: false, referrer: '' }
  address = { href: 'https://garden.example/spades?utm_source=mail&token=secret#top' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', address)
  vi.stubGlobal('navigator', { userAgent: 'Browser', language: 'en' })
})
afterEach(() => void vi.useRealTimers())

/** Reports the page of a customer. Returns what is sent. */
function report(): VisitPageParams[] {
  const sent: VisitPageParams[] = []
  const session = {
    timeline: createStore({ customerId: 'customer-1' }),
    state: createStore({ name: 'ready' }),
    identity: createStore('visitor'),
    entered: createStore({ context: true }),
    async request(_method: string, params: VisitPageParams) {
      sent.push(params)
      return { ok: true }
    },
  }
  const host = { config: () => ({}) }
  const { signal } = new AbortController()
  reportContext(session as unknown as WidgetSession, host as unknown as ChatHost, signal)
  return sent
}

test('only the campaign of the query is reported', () => {
  expect(report()).toMatchObject([{ url: 'https://garden.example/spades?utm_source=mail', title: 'Spades' }])
  address.href = 'https://garden.example/forks?token=secret'
  vi.advanceTimersByTime(2_000)
  expect(report()).toMatchObject([{ url: 'https://garden.example/forks' }])
})

test('a browser without URLSearchParams.size reports the page', () => {
  vi.stubGlobal(
    'URLSearchParams',
    class extends URLSearchParams {
      override get size(): number {
        return undefined as unknown as number
      }
    },
  )
  expect(report()).toMatchObject([{ url: 'https://garden.example/spades?utm_source=mail' }])
})

test('the title is reported without the number of unread messages', () => {
  page.title = '(2) Spades'
  expect(report()).toMatchObject([{ title: 'Spades' }])
})

test('a hidden page, whose title may be the text of its unread messages, is reported once it is visible', () => {
  page.hidden = true
  page.title = '2 new messages'
  const sent = report()
  expect(sent).toEqual([])
  page.hidden = false
  page.title = '(2) Spades'
  vi.advanceTimersByTime(2_000)
  expect(sent).toMatchObject([{ title: 'Spades' }])
})
