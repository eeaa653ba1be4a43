import type { Identity } from '@parley/client/session/identity-session'
import { createStore } from '@parley/client/state/store'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Preferences } from '../preferences.ts'
import { createDraft, type DraftOptions } from './draft.ts'

const saveDelayMs = 400

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

/** The drafts of one browser, and what a tab leaves to its next page. */
function start(identity: Identity | null = 'visitor') {
  const saved: Preferences = {}
  let left = ''
  const host: DraftOptions['host'] = {
    leave(text) {
      const before = left
      left = text
      return before
    },
  }
  const preferences: DraftOptions['preferences'] = {
    read: () => saved,
    change: (change) => void Object.assign(saved, JSON.parse(JSON.stringify(change))),
  }
  function openPage(who = identity) {
    const timeline = createStore({ pending: [] as Partial<PendingMessage>[] })
    const session = {
      identity: createStore(who),
      timeline,
      discard: (id: string) =>
        timeline.set({ pending: timeline.get().pending.filter(({ client_id }) => client_id !== id) }),
    }
    const draft = createDraft({ host, preferences, session: session as unknown as DraftOptions['session'] })
    const queue = (...texts: string[]) =>
      timeline.set({ pending: texts.map((content) => ({ client_id: content, content })) })
    return { draft, queue, identify: session.identity.set, pending: () => timeline.get().pending }
  }
  return { saved, openPage, left: () => left }
}

describe('a draft', () => {
  test('is saved after a pause in typing, and at once when the page is closed', () => {
    const { saved, openPage } = start()
    const { draft } = openPage()
    draft.write('hel')
    vi.advanceTimersByTime(saveDelayMs - 1)
    draft.write('hello')
    vi.advanceTimersByTime(saveDelayMs - 1)
    expect(saved.drafts).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(saved.drafts).toEqual({ visitor: 'hello' })
    draft.write('hello there')
    draft.leave()
    expect(saved.drafts).toEqual({ visitor: 'hello there' })
    expect(openPage().draft.text.get()).toBe('hello there')
  })

  test.each([saveDelayMs - 1, saveDelayMs, saveDelayMs + 1])(
    'that is sent %i ms after the last key is not offered again',
    (pauseMs) => {
      const { saved, openPage } = start()
      const { draft } = openPage()
      draft.write('hello')
      vi.advanceTimersByTime(pauseMs)
      draft.write('')
      vi.advanceTimersByTime(saveDelayMs)
      draft.leave()
      expect(saved.drafts ?? {}).toEqual({})
    },
  )

  test('that was sent on the next page is gone when the browser shows this page again', () => {
    const { openPage } = start()
    const first = openPage()
    first.draft.write('hello')
    first.draft.leave()
    const next = openPage()
    next.draft.write('')
    next.draft.leave()
    first.draft.reload()
    expect(first.draft.text.get()).toBe('')
  })

  test('that is not saved yet is kept when the browser shows this page again', () => {
    const { draft } = start().openPage()
    draft.write('hello')
    draft.reload()
    expect(draft.text.get()).toBe('hello')
  })

  test('stays with the person who wrote it when the identity changes', () => {
    const { saved, openPage } = start('custom 42')
    saved.drafts = { visitor: 'Do you ship to Norway?' }
    const { draft, identify } = openPage()
    draft.write('My address is')
    identify('visitor')
    expect(draft.text.get()).toBe('Do you ship to Norway?')
    expect(saved.drafts).toEqual({ visitor: 'Do you ship to Norway?', 'custom 42': 'My address is' })
  })
})

describe('before the identity is known', () => {
  test('the text belongs to the identity that becomes known', () => {
    const { saved, openPage } = start(null)
    const { draft, identify } = openPage()
    draft.write('Where is my parcel?')
    vi.advanceTimersByTime(saveDelayMs)
    expect(saved.drafts).toBeUndefined()
    identify('custom 42')
    expect(draft.text.get()).toBe('Where is my parcel?')
    vi.advanceTimersByTime(saveDelayMs)
    expect(saved.drafts).toEqual({ 'custom 42': 'Where is my parcel?' })
  })

  test('messages and text are left to the next page only, and no longer sent from this one', () => {
    const { openPage, left } = start(null)
    const first = openPage()
    first.queue('Where is my parcel?')
    first.draft.write('It is urgent')
    first.draft.leave()
    const next = openPage()
    expect(next.draft.text.get()).toBe('Where is my parcel?\nIt is urgent')
    expect(left()).toBe('')
    // The browser shows the first page again.
    expect(first.pending()).toEqual([])
    expect(first.draft.text.get()).toBe('Where is my parcel?\nIt is urgent')
  })

  test('text of a chat that is removed is left to the next one, and not to a sign-in that ends later', () => {
    const { saved, openPage, left } = start(null)
    const { draft, identify } = openPage()
    draft.write('My address is')
    draft.close()
    expect(left()).toBe('My address is')
    identify('visitor')
    vi.advanceTimersByTime(saveDelayMs)
    expect(saved.drafts).toBeUndefined()
    expect(openPage().draft.text.get()).toBe('My address is')
  })

  test('text that was left is deleted if the next page knows the identity', () => {
    const { saved, openPage, left } = start(null)
    const { draft } = openPage()
    draft.write('My address is')
    draft.leave()
    expect(openPage('custom 43').draft.text.get()).toBe('')
    expect(left()).toBe('')
    vi.advanceTimersByTime(saveDelayMs)
    expect(saved.drafts).toBeUndefined()
  })

  test('taking the text discards it together with the messages', () => {
    const { draft, queue, pending } = start(null).openPage()
    queue('one', 'two')
    draft.write('three')
    expect(draft.take()).toBe('one\ntwo\nthree')
    expect(draft.text.get()).toBe('')
    expect(pending()).toEqual([])
  })
})
