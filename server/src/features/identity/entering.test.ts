import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WidgetContext, WidgetSession } from '../../realtime/contexts.ts'
import { SocketSession } from '../../realtime/socket-session.ts'
import { fakeSocket } from '../../testing/fake-socket.ts'
import { createEntering, type EnteringDeps } from './entering.ts'

const principal = { organization_id: 'o', provider_id: 'p', jkt: 'k', identity: 'visitor:k', member: null }
const row = { id: 'customer', deactivated_at: null }
const pushedAt = ['snapshot', 'team', 'liveCall', 'callOffering', 'recheck'] as const

/** Frames of a socket whose connect or authenticate changes are pushed during `step`, after its read. */
async function framesOf(step: (typeof pushedAt)[number], { connected = false } = {}): Promise<string[]> {
  const socket = fakeSocket()
  const reads = Object.fromEntries(
    pushedAt.map((name) => [
      name,
      async () => {
        // PostgreSQL answers in a later turn.
        await nextTurn()
        if (name === step) session.notify('call.offering', null)
        await nextTurn()
        return name === 'snapshot' ? { seq: 1, start: { mode: 'resume' } } : null
      },
    ]),
  )
  const enter = createEntering({
    ...reads,
    fanOut: {
      awaitCustomer: () => () => {},
      follow: () => ({ customerId: row.id, wanted: 0 }),
      start: () => session.notify('ping', { seq: 1 }),
    },
    presence: { customers: { enter: () => () => {} } },
    visitorKey: () => 'p visitor:k',
    async arrive() {
      await nextTurn()
      session.notify('typing', {} as never)
      return row
    },
    onCustomer: () => {},
    asksForRatings: async () => false,
    collectsContext: async () => false,
  } as unknown as EnteringDeps)
  const kind = {
    name: 'widget' as const,
    commands: { find: () => (it: WidgetSession) => enter(it, principal as never, {}) },
    rate: { burst: 10, perSecond: 1 },
    now: Date.now,
    followersOf: () => [],
    onOpen: () => {},
    onCommand: () => {},
    onError(error: unknown) {
      throw error
    },
    onClose: () => {},
  }
  const follower = { customerId: row.id, position: 1 }
  const connection = connected ? { state: 'connected', principal, follower } : { state: 'handshake' }
  const session: WidgetSession = new SocketSession<WidgetContext>(kind, socket as never, new PassThrough(), {
    connection,
    optedOut: false,
    leave: [],
  } as never)
  socket.emit('message', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"connect"}'), false)
  const frames = () => socket.sent.map(nameOf)
  await expect.poll(frames).toContain('call.offering')
  return frames()
}

function nameOf(frame: string): string {
  const { method, error } = JSON.parse(frame) as { method?: string; error?: unknown }
  return method ?? (error === undefined ? 'response' : 'error')
}

test.each(pushedAt)('[O6] a change during connect (%s) is sent after the response', async (step) => {
  expect(await framesOf(step)).toEqual(['typing', 'response', 'call.offering', 'ping'])
})

test.each(pushedAt)(
  '[O6] a change during session.authenticate (%s) is sent after the response',
  async (step) => {
    expect(await framesOf(step, { connected: true })).toEqual(['typing', 'response', 'call.offering'])
  },
)
