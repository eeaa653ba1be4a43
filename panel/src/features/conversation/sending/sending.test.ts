import { QueryClient } from '@tanstack/react-query'
import { openAgentSession, type AgentSession } from '@parley/client/session/agent-session'
import { FakeServer } from '@parley/client/testing/fake-server'
import { createTestPlatform, settle, until } from '@parley/client/testing/test-platform'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeInOrder } from '../../../queries/conversation-order.ts'
import { settleMessages } from '../../../session/settle-messages.ts'
import type { HeldMessage } from './held-messages.ts'
import { heldStorage } from './held-storage.ts'
import { sendingOf } from './sending.ts'

const agent = { organizationId: 'organization', agentId: 'agent-1' }
const sessions: AgentSession[] = []
const sendingIn = (session: AgentSession, queryClient = new QueryClient()) =>
  sendingOf(session, queryClient, agent)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  for (const { close } of sessions.splice(0)) close()
  vi.useRealTimers()
})

/** A page of the panel. Returns a function that signs in, and the paths of its requests. */
function openPage(server: FakeServer) {
  const platform = createTestPlatform(server.openSocket)
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', document)
  const requests: string[] = []
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path)
    return Promise.resolve(Response.json({}))
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
  async function signIn(queryClient?: QueryClient): Promise<AgentSession> {
    const session = openAgentSession({ socketUrl: 'wss://support.example/v1/socket', ...agent, platform })
    sessions.push(session)
    sendingIn(session, queryClient)
    await until(() => session.state.get().name === 'ready')
    return session
  }
  /** Another window of the browser stores a message. */
  function holdElsewhere(message: HeldMessage) {
    heldStorage(agent.agentId).put(message)
    const key = `parley-held:${agent.agentId}:${message.clientId}`
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: JSON.stringify(message) }))
  }
  /** Another tab, another app or the lock screen covers the page. */
  function hide() {
    document.hidden = true
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { platform, signIn, holdElsewhere, hide, requests }
}

/** A message that is due, with a label that follows it. */
const held = (server: FakeServer, clientId: string): HeldMessage => ({
  clientId,
  customerId: server.log.customerId,
  conversationId: 'conversation',
  content: clientId,
  replyTo: null,
  media: [],
  seenSeq: 0,
  actions: [{ type: 'label', label_id: `after-${clientId}` }],
  dueAt: Date.now(),
})

test('after a new sign-in a message of a killed window is sent by the new session, with its actions', async () => {
  const server = new FakeServer()
  const { platform, signIn, holdElsewhere, requests } = openPage(server)
  const ended = await signIn()
  holdElsewhere(held(server, 'before'))
  ended.close()
  await signIn()
  holdElsewhere(held(server, 'later'))
  await platform.advance(3_000)
  await until(() => requests.length === 2)
  expect(server.requests('message.send').map(({ params }) => params.client_id)).toEqual(['before', 'later'])
  expect(requests.map((path) => path.split('/').at(-1))).toEqual(['after-before', 'after-later'])
  expect(heldStorage(agent.agentId).all()).toEqual([])
})

test('the actions of a message wait for an earlier change of its conversation', async () => {
  const server = new FakeServer()
  const { platform, signIn, holdElsewhere, requests } = openPage(server)
  const queryClient = new QueryClient()
  await signIn(queryClient)
  const earlier = Promise.withResolvers<void>()
  const change = changeInOrder(queryClient, 'conversation', () => earlier.promise)
  holdElsewhere(held(server, 'next'))
  await platform.advance(3_000)
  await until(() => server.requests('message.send').length === 1)
  await settle()
  expect(requests).toEqual([])
  earlier.resolve()
  await change
  await until(() => requests.length === 1)
})

test('the actions of a refused message run once the agent sends it anyway; leaving does not wait for that', async () => {
  const server = new FakeServer()
  const { platform, signIn, holdElsewhere, requests } = openPage(server)
  const session = await signIn()
  const follow = session.followCustomer(server.log.customerId)
  const states = () => follow.timeline.get().pending.map(({ state }) => state.name)
  server.refusals.push({ method: 'message.send', code: 'stale_view' })
  holdElsewhere(held(server, 'refused'))
  await platform.advance(3_000)
  await until(() => states().includes('failed'))
  expect(await settleMessages(session)).toBe('settled')
  expect(requests).toEqual([])
  follow.retry('refused', 1)
  await until(() => requests.length === 1)
  expect(requests[0]).toMatch(/after-refused$/)
})

test('actions of a refused message are checked against what the agent had seen when sending it again', async () => {
  const server = new FakeServer()
  const { signIn } = openPage(server)
  const session = await signIn()
  const follow = session.followCustomer(server.log.customerId)
  const pending = () => follow.timeline.get().pending
  server.refusals.push({ method: 'message.send', code: 'stale_view' })
  const { dueAt: _, clientId: __, ...message } = held(server, 'refused')
  const seen = await new Promise((resolve) => {
    const run = (_actions: unknown, shownSeq: number | undefined) => resolve(shownSeq)
    sendingIn(session).submit({ ...message, shownSeq: 3, uploads: [], run }, null)
    void until(() => pending().some(({ state }) => state.name === 'failed')).then(() =>
      follow.retry(pending()[0]?.client_id ?? '', 7),
    )
  })
  expect(seen).toBe(7)
})

test('actions of a message that was still waiting when the agent left run once it is stored after their return', async () => {
  const server = new FakeServer()
  const { platform, signIn, holdElsewhere, requests } = openPage(server)
  const left = await signIn()
  server.loseNextAcknowledgement = true
  server.reachable = false
  holdElsewhere(held(server, 'waiting'))
  await platform.advance(3_000)
  await until(() => server.requests('message.send').length === 1)
  const settled = settleMessages(left)
  await platform.advance(2_000)
  expect(await settled).toBe('waiting')
  left.close()
  expect(requests).toEqual([])

  server.reachable = true
  const session = await signIn()
  await until(() => requests.length > 0)
  expect(requests.map((path) => path.split('/').at(-1))).toEqual(['after-waiting'])
  expect(sendingIn(session).actionsAfter('waiting')).toEqual([])
})

test('the actions run once if the former session is still open when the agent returns', async () => {
  const server = new FakeServer()
  const { platform, signIn, holdElsewhere, requests } = openPage(server)
  const former = (await signIn()).followCustomer(server.log.customerId)
  server.refusals.push({ method: 'message.send', code: 'stale_view' })
  holdElsewhere(held(server, 'both'))
  await platform.advance(3_000)
  await until(() => former.timeline.get().pending.some(({ state }) => state.name === 'failed'))
  const next = (await signIn()).followCustomer(server.log.customerId)
  former.retry('both', 1)
  await until(() => [former, next].every(({ timeline }) => timeline.get().items.length > 0))
  await until(() => requests.length > 0)
  await settle()
  expect(requests).toHaveLength(1)
})

test('leaving sends held messages at once and ends the offer to undo them', async () => {
  const server = new FakeServer()
  const { signIn } = openPage(server)
  const session = await signIn()
  const sending = sendingIn(session)
  const { clientId: _, dueAt: __, ...message } = held(server, 'held')
  const sent: string[] = []
  const submitted = sending.submit(
    { ...message, uploads: [], run() {} },
    { onSent: (clientId) => void sent.push(clientId) },
  )
  expect(sent).toEqual([])
  await settleMessages(session)
  expect(sent).toEqual([submitted])
  expect(server.requests('message.send')).toHaveLength(1)
})

test.each([
  ['at once on a phone, which may be locked', true, 1],
  ['later on a desktop, where it can still be undone', false, 0],
])('a held message of a hidden page is sent %s', async (_, isCoarse, sent) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isCoarse && query === '(pointer: coarse)' }))
  const server = new FakeServer()
  const { signIn, hide } = openPage(server)
  const session = await signIn()
  const { clientId: _id, dueAt: __, ...message } = held(server, 'held')
  const onSent = vi.fn()
  sendingIn(session).submit({ ...message, uploads: [], run() {} }, { onSent })
  hide()
  expect(onSent).toHaveBeenCalledTimes(sent)
  await settle()
  expect(server.requests('message.send')).toHaveLength(sent)
})
