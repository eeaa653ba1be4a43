import '@parley/client/testing/memory-database'
import { QueryClient } from '@tanstack/react-query'
import { openAgentSession, type AgentSession } from '@parley/client/session/agent-session'
import { FakeServer } from '@parley/client/testing/fake-server'
import { createTestPlatform, settle, until, type TestPlatform } from '@parley/client/testing/test-platform'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReplyAction } from '@parley/protocol/canned-reply'

const sessions: AgentSession[] = []
const close: ReplyAction = { type: 'close' }
let server: FakeServer
let platform: TestPlatform
/** Last parts of the requested paths, with the bodies. */
let requests: unknown[]
/** Actions that the page which sent the message has run, with the log position that the agent had seen. */
let ran: unknown[]
/** Each test is about another agent, whose outbox is empty. */
let agents = 0

beforeEach(() => {
  agents++
  server = new FakeServer()
  server.agentId = `agent-${agents}`
  platform = createTestPlatform(server.openSocket)
  requests = []
  ran = []
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    requests.push([path.split('/').at(-1), JSON.parse(body)])
    return Promise.resolve(Response.json({}, { status: 409 }))
  })
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      return Object.entries(this).find(([name]) => name === key)?.[1] ?? null
    },
    setItem(key: string, value: string) {
      Object.assign(this, { [key]: value })
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
  })
})
afterEach(() => {
  for (const { close } of sessions.splice(0)) close()
  vi.unstubAllGlobals()
})

/** Loads a page of the browser: its code knows nothing of the pages before. */
async function loadPage() {
  vi.resetModules()
  const { sendingOf } = await import('./sending.ts')
  const agent = { organizationId: 'organization', agentId: server.agentId }
  const session = openAgentSession({ socketUrl: 'wss://support.example/v1/socket', ...agent, platform })
  sessions.push(session)
  const sending = sendingOf(session, new QueryClient(), agent)
  const follow = session.followCustomer(server.log.customerId)
  await until(() => session.state.get().name === 'ready')
  return { session, sending, follow }
}

/** A page that has sent a message with an action, which the service refused. */
async function pageWithRefused() {
  const page = await loadPage()
  server.refusals.push({ method: 'message.send', code: 'stale_view' })
  const clientId = page.sending.submit(
    {
      customerId: server.log.customerId,
      conversationId: 'conversation',
      content: 'Refused',
      replyTo: null,
      media: [],
      seenSeq: 0,
      shownSeq: 3,
      actions: [close],
      uploads: [],
      run: (actions, shownSeq) => void ran.push([actions, shownSeq]),
    },
    null,
  )
  expect(clientId).toBeNull()
  await until(() => page.follow.timeline.get().pending.some(({ state }) => state.name === 'failed'))
  await settle()
  return page
}

test('actions of a refused message run once the agent sends it anyway from the next page', async () => {
  const former = await pageWithRefused()
  former.session.close()
  const { sending, follow } = await loadPage()
  await until(() => follow.timeline.get().pending.some(({ state }) => state.name === 'failed'))
  await settle()
  const [refused] = follow.timeline.get().pending
  const id = refused?.client_id ?? ''
  expect(sending.actionsAfter(id)).toEqual([close])
  expect(requests).toEqual([])
  follow.retry(id, 7)
  await until(() => follow.timeline.get().items.length > 0)
  await platform.advance(2_000)
  await until(() => requests.length > 0)
  expect(requests).toEqual([['close', { seen_seq: 7 }]])
  expect(sending.actionsAfter(id)).toEqual([])
})

test('actions run once while the page that sent the message is still open', async () => {
  const former = await pageWithRefused()
  const next = await loadPage()
  await until(() => next.follow.timeline.get().pending.length > 0)
  await settle()
  former.follow.retry(former.follow.timeline.get().pending[0]?.client_id ?? '', 7)
  await until(() => [former, next].every(({ follow }) => follow.timeline.get().items.length > 0))
  await platform.advance(10_000)
  expect(ran).toEqual([[[close], 7]])
  expect(requests).toEqual([])
})

test('actions of a discarded message do not run on the next page', async () => {
  const former = await pageWithRefused()
  former.follow.discard(former.follow.timeline.get().pending[0]?.client_id ?? '')
  await settle()
  former.session.close()
  const { follow } = await loadPage()
  await platform.advance(10_000)
  expect(follow.timeline.get().pending).toEqual([])
  expect([...requests, ...ran]).toEqual([])
})
