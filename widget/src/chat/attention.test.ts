import { createStore } from '@parley/client/state/store'
import type { TimelineView } from '@parley/client/timeline/timeline-view'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playChime } from '../parts/tools/chime.ts'
import type { Preferences } from '../preferences.ts'
import { watchUnread } from './attention.ts'

const loading = {
  status: { name: 'loading' },
  conversation: null,
  unread: 0,
  pending: [] as object[],
  seq: 0,
  items: [] as object[],
}

/** The attention of a chat that is not connected yet. */
function start({
  isVisible = false,
  hasFocus = (): boolean => true,
  reportsGestures = true,
  useTools = (then: (tools: object) => void, tools: object) => then(tools),
} = {}) {
  const told: string[] = []
  const badges: number[] = []
  const flashes: number[] = []
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, hasFocus }))
  vi.stubGlobal('window', new EventTarget())
  const locked: string[] = []
  const locks = { request: async (name: string) => void locked.push(name) }
  vi.stubGlobal('navigator', { locks, ...(reportsGestures && { userActivation: { hasBeenActive: true } }) })
  vi.stubGlobal(
    'AudioContext',
    class {
      async resume() {}
    },
  )
  const saved: Preferences = {}
  const timeline = createStore(loading)
  const identity = createStore<string | null>(null)
  const tools = { playChime, createTitleFlash: () => ({ show: (unread: number) => flashes.push(unread) }) }
  const options = {
    host: {
      settings: { id: 'widget' },
      launcher: (_name: string, unread: number) => void badges.push(unread),
      emit: (event: string, { content }: { content?: string }) =>
        void (event === 'message' && told.push(content!)),
    },
    parts: { tools: { use: (then: (tools: object) => void) => useTools(then, tools) } },
    session: { timeline, identity },
    context: createStore({ t: () => '' }),
    visible: createStore(isVisible),
    preferences: { read: () => saved, change: (change: Preferences) => Object.assign(saved, change) },
  }
  const stop = watchUnread(options as unknown as Parameters<typeof watchUnread>[0])
  return {
    saved,
    told,
    locked,
    flashes,
    stop,
    badge: () => badges.at(-1),
    identify: identity.set,
    show: (view: Partial<typeof loading>) => timeline.set({ ...loading, ...view }),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A view that is complete up to a reply. */
const replied = (seq: number, content: string, unread = 1) => ({
  status: { name: 'ready' },
  seq,
  unread,
  items: [{ kind: 'message', seq, message: { content, sender_type: 'agent' } }],
})

test('a message written before the first connection makes the next page connect, which sends it', () => {
  const { saved, show, stop } = start()
  show({})
  expect(saved.active).toBeUndefined()
  show({
    pending: [{ content: 'Do you ship to Norway?' }] satisfies Partial<TimelineView['pending'][number]>[],
  })
  expect(saved.active).toBe(true)
  stop()
})

test('replies are reported in a log that was restored from a backup, which is shorter', () => {
  const { told, show, stop } = start()
  show(replied(8, 'before'))
  show(replied(9, 'lost'))
  show(replied(4, 'restored'))
  show(replied(5, 'after'))
  expect(told).toEqual(['lost', 'after'])
  stop()
})

test('a reply is counted in a browser that does not report gestures', () => {
  const { badge, show, stop } = start({ reportsGestures: false })
  show(replied(3, 'earlier', 0))
  show(replied(4, 'new'))
  expect(badge()).toBe(1)
  stop()
})

test('another identity starts without unread messages, even before its timeline is loaded', () => {
  const { badge, identify, show, stop } = start()
  show(replied(3, 'for the member', 2))
  expect(badge()).toBe(2)
  identify('visitor')
  expect(badge()).toBe(0)
  stop()
})

test('the tab title does not flash if its module is loaded after the chat was closed', () => {
  const loads: (() => void)[] = []
  const { flashes, show, stop } = start({
    hasFocus: () => false,
    useTools: (then, tools) => loads.push(() => then(tools)),
  })
  show(replied(3, 'earlier', 0))
  show(replied(4, 'new'))
  stop()
  for (const load of loads) load()
  expect(flashes).not.toContain(1)
})

test('a reply makes no sound if it is read within a second, in this tab or another one', async () => {
  const { locked, show, stop } = start()
  show(replied(3, 'earlier', 0))
  show(replied(4, 'read elsewhere'))
  await vi.advanceTimersByTimeAsync(500)
  show(replied(4, 'read elsewhere', 0))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(locked).toEqual([])
  show(replied(5, 'not read'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(locked).toEqual(['parley-widget-5'])
  stop()
})

test('a reply in a visible chat makes a sound, although it counts as read, unless the window gets the focus within a second', async () => {
  let hasFocus = false
  const { locked, show, stop } = start({ isVisible: true, hasFocus: () => hasFocus })
  show(replied(3, 'earlier', 0))
  show(replied(4, 'beside another window'))
  show(replied(4, 'beside another window', 0))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(locked).toEqual(['parley-widget-4'])
  show(replied(5, 'seen'))
  show(replied(5, 'seen', 0))
  hasFocus = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(locked).toEqual(['parley-widget-4'])
  stop()
})
