import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createAdmission, type Priority } from './admission.ts'
import { attachSockets, spreadMs, type SocketEndpoint } from './socket-server.ts'
import type { AnySession } from './socket-session.ts'

/** An endpoint whose open sessions only note what they are sent, as `widget draining 1000`. */
function endpointWith(priority: Priority, sessions: number, sent: string[]): SocketEndpoint {
  const session = {
    notify: (method: string, { within }: { within: number }) =>
      void sent.push(`${priority} ${method} ${within}`),
    close: (reason: string) => void sent.push(`${priority} closed: ${reason}`),
  }
  return {
    path: `/${priority}`,
    priority,
    sessions: Array.from({ length: sessions }, () => session as unknown as AnySession),
    screen() {},
    admit: () => Promise.reject(new Error('Nobody connects')),
  }
}

/** What the sessions of a process with this many sockets are sent at its stop, in order and each once. */
function drained(count: { widgets: number; agents: number }): string[] {
  const sent: string[] = []
  const endpoints = [endpointWith('widget', count.widgets, sent), endpointWith('agent', count.agents, sent)]
  attachSockets(createServer(), endpoints, {
    admission: createAdmission(),
    networkOf: () => '',
    onError(error) {
      throw error
    },
  }).drain()
  return [...new Set(sent)]
}

test('clients reconnect within half a millisecond for each of them, at least one second and at most ten', () => {
  const spreads = [0, 1, 2_000, 2_001, 5_000, 19_999, 20_000, 1_000_000].map(spreadMs)
  expect(spreads).toEqual([1_000, 1_000, 1_000, 1_001, 2_500, 10_000, 10_000, 10_000])
})

test('[B2] at a stop, agents are closed first and get one second, widgets more time the more there are', () => {
  const agents = ['agent draining 1000', 'agent closed: restarting']
  expect(drained({ widgets: 6_000, agents: 6_000 })).toEqual([
    ...agents,
    'widget draining 3000',
    'widget closed: restarting',
  ])
  expect(drained({ widgets: 10, agents: 1 })).toEqual([
    ...agents,
    'widget draining 1000',
    'widget closed: restarting',
  ])
})
