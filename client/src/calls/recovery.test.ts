import { expect, test } from 'vitest'
import { createRecovery, type MediaStatus } from './recovery.ts'

/** A recovery that is checked twice a second. `done` has its actions with their time in seconds. */
function watched() {
  let now = 0
  let hasSocket = true
  const done: string[] = []
  const note = (what: string) => () => void done.push(`${what} ${now / 1000}`)
  const recovery = createRecovery({
    platform: { now: () => now },
    isJoined: () => hasSocket,
    restartIce: note('restart'),
    replaceConnection: note('replace'),
    giveUp: note('give up'),
  })
  let bytes = 0
  return {
    recovery,
    done,
    setSocket: (connected: boolean) => void (hasSocket = connected),
    /** @param flowing whether bytes arrive */
    pass(seconds: number, state: RTCPeerConnectionState, flowing: boolean, more: Partial<MediaStatus> = {}) {
      for (const end = now + seconds * 1000; now < end;) {
        now += 500
        if (flowing) bytes += 100
        recovery.check({ state, described: true, bytes, expectsMedia: true, gathersNothing: false, ...more })
      }
    },
  }
}

test('does nothing while media arrives', () => {
  const { done, pass } = watched()
  pass(60, 'connected', true)
  expect(done).toEqual([])
})

test('a disconnected connection is restarted after 2.5 s without media', () => {
  const { done, pass } = watched()
  pass(10, 'disconnected', true)
  expect(done).toEqual([])
  pass(2, 'disconnected', false)
  expect(done).toEqual([])
  pass(0.5, 'disconnected', false)
  expect(done).toEqual(['restart 12.5'])
})

test('a failed connection is restarted immediately', () => {
  const { done, pass } = watched()
  pass(5, 'connected', true)
  pass(0.5, 'failed', false)
  expect(done).toEqual(['restart 5.5'])
})

test('silence counts only if the other side sends audio', () => {
  const { done, pass } = watched()
  pass(30, 'connected', false, { expectsMedia: false })
  expect(done).toEqual([])
})

test('attempts are at least 2 s apart; after five the connection is replaced, after five more it gives up', () => {
  const { done, pass } = watched()
  pass(60, 'failed', false)
  const times = done.map((line) => Number(line.split(' ').at(-1)))
  for (const [index, time] of times.slice(1).entries()) expect(time - times[index]!).toBeGreaterThanOrEqual(2)
  const actions = done.map((line) => line.replace(/ [\d.]+$/, ''))
  const five = Array<string>(5).fill('restart')
  expect(actions.slice(0, 12)).toEqual([...five, 'replace', ...five, 'give up'])
})

test('attempts of the other side count', () => {
  const { done, pass, recovery } = watched()
  for (let time = 0; time < 5; time++) recovery.remoteRestarted()
  pass(7, 'failed', false)
  expect(done).toEqual(['replace 6'])
})

test('gives up after a minute of attempts, whatever else could be tried', () => {
  const { done, pass, recovery } = watched()
  for (let round = 0; round < 10; round++) {
    pass(7, 'connecting', false)
    // The other side replaces its connection again and again.
    recovery.connectionReplaced()
  }
  expect(done.find((line) => line.startsWith('give up'))).toBe('give up 69')
})

test('media for 5 s resets the attempts', () => {
  const { done, pass } = watched()
  pass(10, 'failed', false)
  pass(20, 'connected', true)
  const before = done.length
  pass(60, 'failed', false)
  expect(done.slice(before).findIndex((line) => line.startsWith('replace'))).toBe(5)
})

test('without a socket nothing is attempted or counted', () => {
  const { done, pass, setSocket } = watched()
  setSocket(false)
  pass(60, 'failed', false)
  expect(done).toEqual([])
  setSocket(true)
  pass(0.5, 'failed', false)
  expect(done).toEqual(['restart 60.5'])
})

test('the minute of attempts starts again after a time in which signals could not reach the other side', () => {
  const { done, pass, setSocket } = watched()
  pass(0.5, 'failed', false)
  setSocket(false)
  pass(90, 'failed', false)
  setSocket(true)
  pass(0.5, 'failed', false)
  expect(done).toEqual(['restart 0.5', 'restart 91'])
})

test('the minute of attempts does not include the time without a description', () => {
  const { done, pass, recovery } = watched()
  pass(0.5, 'failed', false)
  recovery.connectionReplaced()
  pass(90, 'connecting', false, { described: false })
  pass(10, 'connecting', false)
  expect(done).toEqual(['restart 0.5', 'restart 97', 'restart 100'])
})

test('gives up after three minutes in which no connection had a description', () => {
  const { done, pass, recovery } = watched()
  for (let second = 0; second < 180; second += 5) {
    pass(5, 'connecting', false, { described: false })
    // A description cannot be applied, so that the connection is replaced again and again.
    recovery.connectionReplaced()
  }
  expect(done).toEqual([])
  pass(1, 'connecting', false, { described: false })
  expect(done).toEqual(['give up 181'])
})

test('after a network change one second of silence is enough', () => {
  const { done, pass, recovery } = watched()
  pass(5, 'connected', true)
  recovery.suspectChange()
  pass(1, 'connected', false)
  expect(done).toEqual(['restart 6'])
})

test('waits while the other side restarts', () => {
  const { done, pass, recovery } = watched()
  pass(5, 'connected', true)
  recovery.remoteRestarted()
  pass(1.5, 'failed', false)
  expect(done).toEqual([])
  pass(0.5, 'failed', false)
  expect(done).toEqual(['restart 7'])
})

test('a connection that gathers no candidates for 3 s is replaced without an ICE restart', () => {
  const { done, pass } = watched()
  pass(2, 'new', false)
  pass(3, 'new', false, { gathersNothing: true })
  expect(done).toEqual([])
  pass(0.5, 'new', false, { gathersNothing: true })
  expect(done).toEqual(['replace 5.5'])
})

test('each connection has its own gathering timeout, and a replacement is not replaced again', () => {
  const { done, pass, recovery } = watched()
  pass(2.5, 'new', false, { gathersNothing: true })
  recovery.connectionReplaced()
  pass(3, 'new', false, { gathersNothing: true })
  expect(done).toEqual([])
  pass(0.5, 'new', false, { gathersNothing: true })
  expect(done).toEqual(['replace 6'])
  recovery.connectionReplaced()
  pass(5, 'new', false, { gathersNothing: true })
  pass(1, 'connecting', false)
  expect(done.slice(1)).toEqual(['restart 12'])
})
