import type { Channel, Platform } from '../browser/platform.ts'

/** A browser with a manual clock. */
export interface TestPlatform extends Platform {
  /** Advances the clock and runs due timers in order, settling after each. */
  advance: (milliseconds: number) => Promise<void>
  wake: () => void
  /** Leaves the page. */
  leave: () => void
  setOnline: (online: boolean) => void
  setVisible: (value: boolean) => void
  setSecure: (secure: boolean) => void
  setRandom: (value: number) => void
  /** Number of pending timers. A closed session has none. */
  timers: () => number
}

/** State shared by the tabs of a browser. */
export interface TestBrowser {
  exclusively: Platform['exclusively']
  openChannel: Platform['openChannel']
}

export function createTestBrowser(): TestBrowser {
  const turns = new Map<string, Promise<unknown>>()
  const listeners = new Map<string, Map<Channel, (word: unknown) => void>>()
  return {
    exclusively(name, run) {
      const turn = (turns.get(name) ?? Promise.resolve()).then(run, run)
      turns.set(name, turn)
      return turn
    },
    openChannel(name, listener) {
      const channel: Channel = {
        post(message) {
          for (const [other, receive] of listeners.get(name) ?? []) {
            if (other !== channel) setImmediate(() => receive(message))
          }
        },
        close: () => void listeners.get(name)?.delete(channel),
      }
      listeners.set(name, (listeners.get(name) ?? new Map()).set(channel, listener))
      return channel
    },
  }
}

interface Timer {
  at: number
  run: () => void
}

/** Resolves after pending promises, frames of the fake server and IndexedDB transactions have run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for a condition that needs real time (keys, IndexedDB), limited by the test's timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

const noSocket = () => {
  throw new Error('This test opens no socket')
}

export function createTestPlatform(
  openSocket: Platform['openSocket'] = noSocket,
  shared: TestBrowser = createTestBrowser(),
): TestPlatform {
  let now = Date.parse('2026-01-31T10:00:00.000Z')
  let online = true
  let secure = true
  let visible = true
  let random = 0
  const timers = new Set<Timer>()
  const wakes = new Set<() => void>()
  const offlines = new Set<() => void>()
  const leaves = new Set<() => void>()

  const listen = (set: Set<() => void>, listener: () => void) => {
    set.add(listener)
    return () => void set.delete(listener)
  }

  return {
    openSocket,
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    random: () => random,
    isOnline: () => online,
    isSecure: () => secure,
    isVisible: () => visible,
    onWake: (listener) => listen(wakes, listener),
    onOffline: (listener) => listen(offlines, listener),
    onLeave: (listener) => listen(leaves, listener),
    ...shared,
    async advance(milliseconds) {
      const end = now + milliseconds
      await settle()
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
        await settle()
      }
      now = end
    },
    wake() {
      for (const listener of wakes) listener()
    },
    leave() {
      for (const listener of leaves) listener()
    },
    setOnline(value) {
      online = value
      for (const listener of value ? wakes : offlines) listener()
    },
    setSecure: (value) => (secure = value),
    setVisible: (value) => (visible = value),
    setRandom: (value) => (random = value),
    timers: () => timers.size,
  }
}
