import { openAgentSession } from '@parley/client/session/agent-session'
import type { PendingMessage, PendingState } from '@parley/client/sending/pending-message'
import { createStore } from '@parley/client/state/store'
import { FakeServer } from '@parley/client/testing/fake-server'
import { createTestPlatform, settle, until } from '@parley/client/testing/test-platform'
import { expect, test } from 'vitest'
import { followRefusals } from './refusals.ts'

const failed: PendingState = { name: 'failed', code: 'conversation_closed' }
const queued: PendingState = { name: 'queued' }

const message = (id: string, customerId: string, state: PendingState): PendingMessage => ({
  client_id: id,
  customer_id: customerId,
  content: id,
  reply_to_id: null,
  media: [],
  created_at: '2026-01-01T00:00:00.000Z',
  state,
})

/** Follows these messages while the conversation of one customer is on the screen. */
function follow(initial: readonly PendingMessage[], onScreen: string | null = null) {
  const unsent = createStore(initial)
  const reports: string[] = []
  let isOpen = false
  const refusals = followRefusals({
    unsent,
    isShown: (customerId) => Promise.resolve(customerId === onScreen),
    report(messages) {
      isOpen = messages.length > 0
      reports.push(messages.map(({ client_id }) => client_id).join(' '))
    },
    isReportOpen: () => isOpen,
  })
  return { unsent, reports, refusals, closeReport: () => void (isOpen = false) }
}

test('messages that were refused before the page was loaded are reported together, except those on the screen', async () => {
  const { reports } = follow(
    [message('a', 'anna', failed), message('b', 'ben', failed), message('c', 'carla', failed)],
    'ben',
  )
  await settle()
  expect(reports).toEqual(['a c'])
})

test('a refusal is reported once, and no longer once the message is sent or discarded', async () => {
  const { unsent, reports } = follow([message('a', 'anna', queued), message('b', 'ben', queued)])
  await settle()
  expect(reports).toEqual([])
  unsent.set([message('a', 'anna', failed), message('b', 'ben', queued)])
  await settle()
  unsent.set([message('a', 'anna', failed), message('b', 'ben', { name: 'sending' })])
  await settle()
  expect(reports).toEqual(['a'])
  unsent.set([message('a', 'anna', failed), message('b', 'ben', failed)])
  await settle()
  expect(reports).toEqual(['a', 'a b'])
  unsent.set([message('a', 'anna', queued), message('b', 'ben', failed)])
  unsent.set([])
  await settle()
  expect(reports).toEqual(['a', 'a b', 'b', ''])
})

test('a message that another tab has sent is no longer counted', async () => {
  const { unsent, reports } = follow([message('a', 'anna', failed), message('b', 'ben', failed)])
  await settle()
  unsent.set([message('b', 'ben', failed)])
  // Not a change of what is reported.
  unsent.set([message('b', 'ben', failed), message('c', 'carla', queued)])
  unsent.set([message('c', 'carla', queued)])
  expect(reports).toEqual(['a b', 'b', ''])
})

test('a report that the agent has closed comes back for a new refusal only', async () => {
  const { unsent, reports, closeReport } = follow([
    message('a', 'anna', failed),
    message('b', 'ben', failed),
    message('c', 'carla', queued),
  ])
  await settle()
  closeReport()
  unsent.set([message('b', 'ben', failed), message('c', 'carla', queued)])
  await settle()
  expect(reports).toEqual(['a b'])
  unsent.set([message('b', 'ben', failed), message('c', 'carla', failed)])
  await settle()
  expect(reports).toEqual(['a b', 'b c'])
})

test('when a conversation could not be opened, what is still refused is reported again', async () => {
  const { unsent, reports, refusals, closeReport } = follow([
    message('a', 'anna', failed),
    message('b', 'ben', failed),
  ])
  await settle()
  // As the button does.
  closeReport()
  unsent.set([message('b', 'ben', failed)])
  refusals.openingFailed()
  refusals.stop()
  refusals.openingFailed()
  expect(reports).toEqual(['a b', 'b', ''])
})

test('a message that is refused again is reported again', async () => {
  const { unsent, reports } = follow([message('a', 'anna', failed)])
  await settle()
  unsent.set([message('a', 'anna', queued)])
  unsent.set([message('a', 'anna', failed)])
  await settle()
  expect(reports).toEqual(['a', '', 'a'])
})

test('a refusal that the agent saw on the screen is not reported after they have left', async () => {
  const { unsent, reports } = follow([message('a', 'anna', failed)], 'anna')
  await settle()
  unsent.set([message('a', 'anna', failed), message('b', 'ben', failed)])
  await settle()
  expect(reports).toEqual(['b'])
})

test('opening a conversation leaves the other messages reported; after the end none is', async () => {
  const { unsent, reports, refusals } = follow([
    message('a', 'anna', failed),
    message('b', 'anna', failed),
    message('c', 'carla', failed),
  ])
  await settle()
  refusals.opened('anna')
  refusals.opened('carla')
  expect(reports).toEqual(['a b c', 'c', ''])
  unsent.set([...unsent.get(), message('d', 'dana', failed)])
  refusals.stop()
  await settle()
  expect(reports).toEqual(['a b c', 'c', '', ''])
})

test('a message to a customer whom nobody follows any more is reported', async () => {
  const server = new FakeServer()
  const platform = createTestPlatform(server.openSocket)
  const session = openAgentSession({
    socketUrl: 'wss://support.example/v1/socket',
    organizationId: 'organization',
    agentId: 'agent-1',
    platform,
  })
  await until(() => session.state.get().name === 'ready')
  const reports: string[] = []
  followRefusals({
    unsent: session.unsent,
    isShown: () => Promise.resolve(false),
    report: (messages) => void reports.push(messages.map(({ content }) => content).join(' ')),
    isReportOpen: () => true,
  })
  server.refusals.push({ method: 'message.send', code: 'stale_view' })
  const follow = session.followCustomer(server.log.customerId)
  follow.send({ content: 'refused' })
  follow.stop()
  await until(() => reports.length > 0)
  expect(reports).toEqual(['refused'])
  session.close()
})
