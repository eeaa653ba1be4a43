import type { Notification, NotificationsChanged } from '@parley/protocol/notification'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import { pushNotifications } from './live-notifications.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One agent's window, and a database that can fail. */
function open() {
  const bus = createLocalBus((error) => {
    throw error
  })
  const database = { isUp: true }
  const pushed: string[][] = []
  const errors: unknown[] = []
  const session = {
    context: { connection: { state: 'connected', identity: { organizationId: 'o', agentId: 'ada' } } },
    closed: false,
    sendText(frame: string) {
      const { params } = JSON.parse(frame) as { params: NotificationsChanged }
      pushed.push(params.added.map(({ id }) => id))
    },
  }
  const stop = pushNotifications({
    bus,
    sockets: new Set([session as never as AgentSession]),
    notifications: {
      async byId(_, ids) {
        if (!database.isUp) throw new Error('not reachable')
        return ids.map((id) => ({ id }) as Notification)
      },
      unread: async () => 1,
    },
    onError: (error) => void errors.push(error),
  })
  const announce = (...added: string[]) =>
    bus.publish('notifications', { organization_id: 'o', agent_id: 'ada', added })
  return { database, pushed, errors, announce, stop }
}

test('notifications announced during an outage are pushed together once the database answers', async () => {
  const { database, pushed, errors, announce, stop } = open()
  database.isUp = false
  announce('first')
  await vi.advanceTimersByTimeAsync(500)
  announce('second')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(pushed).toEqual([])
  expect(errors).not.toEqual([])
  database.isUp = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pushed).toEqual([['first', 'second']])
  stop()
})

test('nothing is repeated after the stop', async () => {
  const { database, errors, announce, stop } = open()
  database.isUp = false
  announce('first')
  await vi.advanceTimersByTimeAsync(1_500)
  stop()
  const before = errors.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(errors).toHaveLength(before)
})
