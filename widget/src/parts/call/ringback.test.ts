import { expect, test, vi } from 'vitest'
import { playRingback } from './ringback.ts'

/** Audio contexts that are not closed. */
let open = 0
function useAudio() {
  open = 0
  const node = {
    connect: (next: unknown) => next,
    start() {},
    frequency: {},
    gain: { setTargetAtTime: () => node.gain },
  }
  class Context {
    constructor() {
      open++
    }
    createGain = () => node
    createOscillator = () => node
    async close() {
      open--
    }
  }
  vi.stubGlobal('AudioContext', Context)
}

test('nothing is played before a user gesture', () => {
  useAudio()
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  playRingback()()
  expect(open).toBe(0)
})

test.for([{}, { userActivation: { hasBeenActive: true } }])(
  'in a browser that says %o it rings until stopped',
  (browser) => {
    useAudio()
    vi.stubGlobal('navigator', browser)
    const stop = playRingback()
    expect(open).toBe(1)
    stop()
    expect(open).toBe(0)
  },
)
