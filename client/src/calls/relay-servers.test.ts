import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { ids, offer, useCustomerScene } from '../testing/customer-call-fixture.ts'

const scene = useCustomerScene()
const relay = [
  { urls: ['turn:turn.example.com:3478'], username: '1800000000:customer.call', credential: 'x' },
]

it('[C11] the customer connects with the servers from the answer and keeps that connection', async () => {
  await scene.ring()
  const servers = () =>
    scene.media.connections.map(({ configuration, connectionState }) => [
      configuration.iceServers === relay,
      connectionState,
    ])
  const before = servers().length
  await scene.push(scene.answered({ ice: relay }))
  await scene.signal(ids.agent, offer('1'))
  const [first, second, ...rest] = servers().slice(before - 1)
  expect([first, rest]).toEqual([[false, 'closed'], []])
  expect(second?.[1]).toBe('new')
  expect(scene.media.connections.at(-1)?.configuration.iceServers).toEqual(relay)
  expect(scene.media.connections.at(-1)?.localDescription?.type).toBe('answer')
  await scene.push(scene.answered({ ice: [{ ...relay[0]!, credential: 'y' }] }))
  expect(servers()).toHaveLength(before + 1)
})
