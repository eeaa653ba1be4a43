import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { openAgentSession, type AgentSession } from './agent-session.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { createTestPlatform, until } from '../testing/test-platform.ts'

const customerId = '019bff00-0000-7000-8000-00000000000c'
const agentId = '019bff00-0000-7000-8000-00000000000a'

let session: AgentSession
afterEach(() => session.close())

test('system lines of the history are read in pages, without messages', async () => {
  const server = new FakeServer(customerId)
  server.agentId = agentId
  server.log.message('customer', 'one', 'client-one')
  server.log.assign({ id: agentId, name: 'Ada', avatar_url: null })
  server.log.message('customer', 'two', 'client-two')
  server.log.assign(null)
  session = openAgentSession({
    socketUrl: 'wss://support.example/v1/socket',
    organizationId: '019bff00-0000-7000-8000-000000000001',
    agentId,
    platform: createTestPlatform(server.openSocket),
  })
  const follow = session.followCustomer(customerId)
  await until(() => follow.timeline.get().status.name === 'ready')

  server.refusals.push({ method: 'log.read', code: 'unavailable' })
  expect(await follow.readLines(0)).toMatchObject({ ok: false, code: 'unavailable' })
  const first = await follow.readLines(0)
  const second = await follow.readLines(3)
  expect([first, second].map((answer) => answer.ok && answer.value.to)).toEqual([3, 5])
  expect([first, second].flatMap((answer) => (answer.ok ? answer.value.lines : []))).toMatchObject([
    { event: 'started', seq: 1 },
    { event: 'assigned', seq: 3, agent: { name: 'Ada' } },
    { event: 'assigned', seq: 5, agent: null },
  ])
})
