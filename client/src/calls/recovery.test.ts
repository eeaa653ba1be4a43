import { expect, test } from 'vitest'
import { createRecovery, type PathLook } from './recovery.ts'

/** A recovery that is looked at twice a second by a clock of its own; tells what it did, and when, in seconds. */
function watched() {
  let now = 0
  let speaks = true
  const done: string[] = []
  const note = (what: string) => () => void done.push(`${what} ${now / 1000}`)
  const recovery = createRecovery({
    platform: { now: () => now },
    canSpeak: () => speaks,
    restart: note('restart'),
    rebuild: note('rebuild'),
    giveUp: note('give up'),
  })
  let bytes = 0
  return {
    recovery,
    done,
    mute: (muted: boolean) => void (speaks = !muted),
    /** @param flowing whether media come in this time */
    pass(seconds: number, state: RTCPeerConnectionState, flowing: boolean, more: Partial<PathLook> = {}) {
      for (const end = now + seconds * 1000; now < end;) {
        now += 500
        if (flowing) bytes += 100
        recovery.look({ state, bytes, isSpokenTo: true, gathersNothing: false, ...more })
      }
    },
  }
}

test('nothing is done while media come', () => {
  const { done, pass } = watched()
  pass(60, 'connected', true)
  expect(done).toEqual([])
})

test('a connection that is disconnected is left alone for 2.5 s, and for ever while media come', () => {
  const { done, pass } = watched()
  pass(10, 'disconnected', true)
  expect(done).toEqual([])
  pass(2, 'disconnected', false)
  expect(done).toEqual([])
  pass(0.5, 'disconnected', false)
  expect(done).toEqual(['restart 12.5'])
})

test('a connection that failed is restarted at once', () => {
  const { done, pass } = watched()
  pass(5, 'connected', true)
  pass(0.5, 'failed', false)
  expect(done).toEqual(['restart 5.5'])
})

test('silence counts only where somebody speaks', () => {
  const { done, pass } = watched()
  pass(30, 'connected', false, { isSpokenTo: false })
  expect(done).toEqual([])
})

test('tries are 2 s apart and more; after five another connection is made, and after five more it is given up', () => {
  const { done, pass } = watched()
  pass(60, 'failed', false)
  const times = done.map((line) => Number(line.split(' ').at(-1)))
  for (const [index, time] of times.slice(1).entries()) expect(time - times[index]!).toBeGreaterThanOrEqual(2)
  const words = done.map((line) => line.replace(/ [\d.]+$/, ''))
  const five = Array<string>(5).fill('restart')
  expect(words.slice(0, 12)).toEqual([...five, 'rebuild', ...five, 'give up'])
})

test('what the other side tries counts for both', () => {
  const { done, pass, recovery } = watched()
  for (let time = 0; time < 5; time++) recovery.othersTry()
  pass(7, 'failed', false)
  expect(done).toEqual(['rebuild 6'])
})

test('after a minute of tries it is given up, whatever else could be tried', () => {
  const { done, pass, recovery } = watched()
  for (let round = 0; round < 10; round++) {
    pass(7, 'connecting', false)
    // The other side makes another connection after the other.
    recovery.begin()
  }
  expect(done.find((line) => line.startsWith('give up'))).toBe('give up 69')
})

test('media that come for a while make good what was tried before', () => {
  const { done, pass } = watched()
  pass(10, 'failed', false)
  pass(20, 'connected', true)
  const before = done.length
  pass(60, 'failed', false)
  expect(done.slice(before).findIndex((line) => line.startsWith('rebuild'))).toBe(5)
})

test('without a socket nothing is tried and nothing counted', () => {
  const { done, pass, mute } = watched()
  mute(true)
  pass(60, 'failed', false)
  expect(done).toEqual([])
  mute(false)
  pass(0.5, 'failed', false)
  expect(done).toEqual(['restart 60.5'])
})

test('after a change of the network a second of silence is enough', () => {
  const { done, pass, recovery } = watched()
  pass(5, 'connected', true)
  recovery.hurry()
  pass(1, 'connected', false)
  expect(done).toEqual(['restart 6'])
})

test('while the other side tries, this one waits', () => {
  const { done, pass, recovery } = watched()
  pass(5, 'connected', true)
  recovery.othersTry()
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
  expect(done).toEqual(['rebuild 5.5'])
})

test('each connection has its own gathering timeout, and a replacement is not replaced again', () => {
  const { done, pass, recovery } = watched()
  pass(2.5, 'new', false, { gathersNothing: true })
  recovery.begin()
  pass(3, 'new', false, { gathersNothing: true })
  expect(done).toEqual([])
  pass(0.5, 'new', false, { gathersNothing: true })
  expect(done).toEqual(['rebuild 6'])
  recovery.begin()
  pass(5, 'new', false, { gathersNothing: true })
  pass(1, 'connecting', false)
  expect(done.slice(1)).toEqual(['restart 12'])
})
