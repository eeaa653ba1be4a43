import type { OrganizationChanged } from '@parley/protocol/inbox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import { notifyAgentsOfChanges } from './change-notifications.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A panel, and what it was notified of. */
function openPanel(agentId: string) {
  const heard: string[] = []
  const session = {
    context: { connection: { state: 'connected', identity: { organizationId: 'o', agentId } } },
    notify: (_: string, { what }: OrganizationChanged) => void heard.push(what),
  }
  return { heard, session: session as never as AgentSession }
}

function open(count: number) {
  const bus = createLocalBus((error) => {
    throw error
  })
  const panels = Array.from({ length: count }, (_, index) => openPanel(`agent ${index}`))
  const stop = notifyAgentsOfChanges({ bus, agents: new Set(panels.map(({ session }) => session)) })
  return { bus, panels, stop }
}

test('after several gaps of the bus, panels reload once, and not all at the same moment', async () => {
  const { bus, panels, stop } = open(100)
  const reloads = ({ heard }: (typeof panels)[number]) =>
    heard.filter((what) => what === 'conversations').length
  bus.reportGap()
  await vi.advanceTimersByTimeAsync(100)
  const waiting = panels.filter((panel) => reloads(panel) === 0)
  expect(waiting.length).toBeGreaterThan(0)
  bus.reportGap()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(waiting.map(reloads)).toEqual(waiting.map(() => 1))
  expect(panels.every((panel) => reloads(panel) > 0)).toBe(true)
  stop()
})

test('a panel that has signed out before its reload is not notified', async () => {
  const { bus, panels, stop } = open(1)
  bus.reportGap()
  Object.assign(panels[0]?.session.context ?? {}, { connection: { state: 'new' } })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(panels[0]?.heard).toEqual([])
  stop()
})

test('of several changes, panels are notified of the first at once, and of the others together', async () => {
  const { bus, panels, stop } = open(1)
  const change = (organization_id: string, what: OrganizationChanged['what']) =>
    bus.publish('organization', { organization_id, what })
  const heard = panels[0]?.heard
  change('another', 'agents')
  for (let time = 0; time < 3; time += 1) change('o', 'agents')
  change('o', 'labels')
  expect(heard).toEqual(['agents', 'labels'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual(['agents', 'labels', 'agents'])
  await vi.advanceTimersByTimeAsync(1_000)
  change('o', 'agents')
  expect(heard).toEqual(['agents', 'labels', 'agents', 'agents'])
  change('o', 'agents')
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toHaveLength(4)
})
