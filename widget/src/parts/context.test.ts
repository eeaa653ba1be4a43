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
const report = (): VisitPageParams[] => reportWith(false, {}).sent as VisitPageParams[]

/** What is sent of these attributes, and what the console shows. */
const reportAttributes = (attributes: unknown) => reportAttributesOf({ attributes })
const reportAttributesOf = (config: object) => reportWith(true, config)

function reportWith(isOptedOut: boolean, config: object) {
  Object.assign(navigator, { globalPrivacyControl: isOptedOut })
  const [sent, errors]: [unknown[], string[]] = [[], []]
  const identity = createStore('visitor')
  let isLive = true
  const session = {
    timeline: createStore({ customerId: 'customer-1' }),
    identity,
    isLive: () => isLive,
    entered: createStore({ context: true }),
    async request(_method: string, params: unknown) {
      sent.push(params)
      return { ok: true }
    },
  }
  const host = { config: () => config, logError: (text: string) => void errors.push(text) }
  const { signal } = new AbortController()
  reportContext(session as unknown as WidgetSession, host as unknown as ChatHost, signal)
  /** The socket is authenticated as this identity; null: as none. */
  function become(who: string | null) {
    isLive = who !== null
    if (who) identity.set(who)
    vi.advanceTimersByTime(2_000)
  }
  return { sent, errors, become }
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

test.each([
  ['en-US-u-hc-h12', 'en-US'],
  ['zh-Hans-CN', 'zh-Hans-CN'],
  ['sr-Latn-RS-x-private', 'sr-Latn-RS'],
  ['C', undefined],
])('the language %s is reported as %s, which the service accepts', (language, reported) => {
  vi.stubGlobal('navigator', { userAgent: 'Browser', language })
  expect(report().map((params) => params.language)).toEqual([reported])
})

const named = (names: string[]) => Object.fromEntries(names.map((name) => [name, 1]))
const numbered = (count: number) => named(Array.from({ length: count }, (_, index) => `key_${index}`))

test.each([
  {},
  { plan: 'pro', orders: -1.5e-7, total: 1e21, vip: true, isNew: false },
  { empty: '', quoted: 'a "b" \\ c', emoji: '😀'.repeat(200), half: '\ud800'.repeat(200), c1: '\u0080' },
  numbered(20),
  named(['A', 'k'.repeat(40)]),
])('attributes that the service accepts are sent: %j', (attributes) => {
  const { sent, errors } = reportAttributes(attributes)
  expect({ sent, errors }).toEqual({ sent: [{ attributes }], errors: [] })
})

test.each([
  numbered(21),
  named(['k'.repeat(41)]),
  named(['']),
  named(['1st']),
  named(['with space']),
  { plan: 'x'.repeat(201) },
  { plan: '😀'.repeat(201) },
  { plan: 'x'.repeat(70_000) },
  { plan: 'two\nlines' },
  { plan: 'a\u0000b' },
  { plan: 'a\u007fb' },
  { plan: null },
  { plan: { name: 'pro' } },
  { plan: ['pro'] },
  { valid: 1, plan: null },
  [],
  'plan',
  7,
])('attributes that the service would refuse are not sent, and the console shows why: %#', (attributes) => {
  const { sent, errors } = reportAttributes(attributes)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([])
  expect(errors).toEqual([expect.stringContaining('at most 20')])
})

test('attributes of a user whose sign-in failed wait for this user', () => {
  const config = { user: '42', getToken: () => null, attributes: { cart: 1 } }
  const { sent, become } = reportAttributesOf(config)
  for (const who of ['visitor', 'google 42', 'custom 4', null]) become(who)
  expect(sent).toEqual([])
  become('custom 42')
  expect(sent).toEqual([{ attributes: { cart: 1 } }])
  become('visitor')
  Object.assign(config, { user: null, attributes: { cart: 2 } })
  become('visitor')
  expect(sent.slice(1)).toEqual([{ attributes: { cart: 2 } }])
})

test.each([{ user: '42' }, { getToken: () => null }, { user: null, getToken: () => null }])(
  'attributes of a page that states no user to sign in are sent for the visitor: %j',
  (page) => {
    expect(reportAttributesOf({ ...page, attributes: { cart: 1 } }).sent).toHaveLength(1)
  },
)

test('attributes and pages that are passed during a sign-in wait for its result', () => {
  const config = { getToken: () => null, attributes: { cart: 1 } }
  const { sent, become } = reportAttributesOf(config)
  become(null)
  config.attributes = { cart: 2 }
  become(null)
  expect(sent).toHaveLength(1)
  become('custom 43')
  expect(sent.slice(1)).toEqual([{ attributes: { cart: 2 } }])
})
