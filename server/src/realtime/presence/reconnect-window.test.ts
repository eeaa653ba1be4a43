import { expect, test } from 'vitest'
import type { PeerListener } from './agent-presence.ts'
import { createReconnectWindow, maxPeerWaitMs, reconnectMs } from './reconnect-window.ts'

function open() {
  const time = { now: 1_000_000 }
  let listener: PeerListener = {}
  const reconnects = createReconnectWindow({
    onPeers(added) {
      listener = added
      return () => {}
    },
    now: () => time.now,
  })
  return { reconnects, time, leave: () => listener.left?.('other') }
}

test('the window is closed without a start or a stop', () => {
  expect(open().reconnects.isOpen(0)).toBe(false)
})

test('after a start, the window is open until panels have had time to reconnect, however long something has waited', () => {
  const { reconnects, time } = open()
  reconnects.start()
  expect(reconnects.isOpen(maxPeerWaitMs)).toBe(true)
  time.now += reconnectMs - 1
  expect(reconnects.isOpen(maxPeerWaitMs)).toBe(true)
  time.now += 1
  expect(reconnects.isOpen(0)).toBe(false)
})

test('after another process has stopped, the window is open until panels have had time to reconnect', () => {
  const { reconnects, time, leave } = open()
  reconnects.start()
  time.now += 3_600_000
  leave()
  expect(reconnects.isOpen(0)).toBe(true)
  time.now += reconnectMs
  expect(reconnects.isOpen(0)).toBe(false)
})

test('a process that stops again and again delays the same thing by at most two minutes', () => {
  const { reconnects, time, leave } = open()
  const since = time.now
  const outcomes: boolean[] = []
  for (; time.now < since + 150_000; time.now += 30_000) {
    leave()
    outcomes.push(reconnects.isOpen(time.now - since))
  }
  expect(outcomes).toEqual([true, true, true, true, false])
})
