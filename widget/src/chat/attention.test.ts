import { createStore } from '@parley/client/state/store'
import type { TimelineView } from '@parley/client/timeline/timeline-view'
import { expect, test, vi } from 'vitest'
import type { Preferences } from '../preferences.ts'
import { watchUnread } from './attention.ts'

const loading = { status: { name: 'loading' }, conversation: null, unread: 0, pending: [] as object[] }

/** The attention of a hidden chat that is not connected yet. */
function start() {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, hasFocus: () => true }))
  vi.stubGlobal('window', new EventTarget())
  const saved: Preferences = {}
  const timeline = createStore(loading)
  const options = {
    host: { launcher() {} },
    session: { timeline, identity: createStore(null) },
    context: createStore({ t: () => '' }),
    visible: createStore(false),
    preferences: { read: () => saved, change: (change: Preferences) => Object.assign(saved, change) },
  }
  const stop = watchUnread(options as unknown as Parameters<typeof watchUnread>[0])
  return { saved, stop, show: (view: Partial<typeof loading>) => timeline.set({ ...loading, ...view }) }
}

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
