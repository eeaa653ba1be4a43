import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AgentSession } from '@parley/client/session/agent-session'
import { createUnsavedSaves, openDraft, settledAfterMs, showDraft } from './open-draft.ts'
import { emptyDraft, readDraft, writeDraft } from './stored-draft.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      return Object.entries(this).find(([name]) => name === key)?.[1] ?? null
    },
    setItem(key: string, value: string) {
      Object.assign(this, { [key]: value })
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
  })
})
afterEach(() => void vi.useRealTimers())

/** A tab without a draft on the screen, and the texts that it has saved. */
function openTab() {
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  const document = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', document)
  const saved: string[] = []
  /** `failure`: status and code of the responses. `delay`: until the next response. */
  const server = { failure: null as { status: number; code: string } | null, delay: Promise.resolve() }
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { content } = JSON.parse(body) as { content: string }
    const { failure, delay } = server
    saved.push(content)
    await delay
    return failure === null
      ? Response.json({ conversation_id: 'c', kind: 'reply', content, version: saved.length })
      : Response.json(failure, { status: failure.status })
  })
  const platform = {
    after(milliseconds: number, work: () => void) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    random: () => 0,
  }
  const owner = {
    session: { platform } as AgentSession,
    queryClient: new QueryClient(),
    organizationId: 'o',
    agentId: 'ana',
  }
  const left = new AbortController()
  return { owner, server, left, saveUnsaved: createUnsavedSaves(owner, left.signal), saved, window, document }
}

const unavailable = { status: 503, code: 'unavailable' }
const place = { conversationId: 'c', kind: 'reply' } as const

/** Another tab of the agent, whose text is not saved yet. */
const typeElsewhere = (text: string) => writeDraft('ana', 'c', { ...emptyDraft, text, isDirty: true })

test('a draft that is being typed in another tab is saved by that tab', async () => {
  const { saveUnsaved, saved } = openTab()
  typeElsewhere('Hel')
  await saveUnsaved()
  await vi.advanceTimersByTimeAsync(settledAfterMs - 1)
  typeElsewhere('Hello')
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual([])
})

test('a draft that no tab has saved for 10 s is saved', async () => {
  const { saveUnsaved, saved } = openTab()
  typeElsewhere('Hello')
  await saveUnsaved()
  await vi.advanceTimersByTimeAsync(settledAfterMs)
  expect(saved).toEqual(['Hello'])
  await vi.advanceTimersByTimeAsync(settledAfterMs)
  expect(saved).toEqual(['Hello'])
})

test('a draft whose conversation was left is saved again at growing intervals, until it is saved', async () => {
  const { owner, server, saved } = openTab()
  server.failure = unavailable
  const keeper = openDraft(owner, place)
  const leave = showDraft(owner, place, keeper)
  keeper.change({ text: 'Sent' })
  keeper.change({ text: '' })
  keeper.flush()
  await vi.advanceTimersByTimeAsync(1)
  leave()
  await vi.advanceTimersByTimeAsync(settledAfterMs)
  expect(saved).toEqual(['', '', ''])
  server.failure = null
  await vi.advanceTimersByTimeAsync(settledAfterMs)
  expect(saved).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(settledAfterMs)
  expect(saved).toHaveLength(4)
  expect(readDraft('ana', 'c').isDirty).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saved).toHaveLength(4)
})

test.each([
  ['the service refuses it', { status: 403, code: 'forbidden' }, false],
  ['the organization was left', unavailable, true],
])('a draft is not saved again once %s', async (_, failure, isLeft) => {
  const { owner, server, left, saved } = openTab()
  server.failure = failure
  const keeper = openDraft(owner, place)
  keeper.change({ text: failure.code })
  if (isLeft) left.abort()
  await keeper.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saved).toEqual([failure.code])
})

test('a draft is saved without delay when its page is hidden or left, until it is closed', async () => {
  const { owner, saved, window, document } = openTab()
  const keeper = openDraft(owner, place)
  const close = showDraft(owner, place, keeper)
  const show = (hidden: boolean) => {
    document.hidden = hidden
    document.dispatchEvent(new Event('visibilitychange'))
    return vi.advanceTimersByTimeAsync(0)
  }
  keeper.change({ text: 'Locked' })
  await show(true)
  expect(saved).toEqual(['Locked'])
  keeper.change({ text: 'Unlocked' })
  await show(false)
  expect(saved).toEqual(['Locked'])
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['Locked', 'Unlocked'])
  close()
  keeper.change({ text: 'Closed' })
  await show(true)
  expect(saved).toEqual(['Locked', 'Unlocked'])
})

test('the save of a draft that is opened again waits for the save in progress', async () => {
  const { owner, server, saved, saveUnsaved } = openTab()
  writeDraft('ana', 'c', { ...emptyDraft, text: 'Before', isDirty: true })
  await vi.advanceTimersByTimeAsync(settledAfterMs)
  const response = Promise.withResolvers<void>()
  server.delay = response.promise
  void saveUnsaved()
  await vi.advanceTimersByTimeAsync(0)
  server.delay = Promise.resolve()
  const keeper = openDraft(owner, place)
  keeper.change({ text: 'After' })
  keeper.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['Before'])
  response.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['Before', 'After'])
  expect(readDraft('ana', 'c')).toMatchObject({ text: 'After', isDirty: false })
})

describe('a draft for which storage has no room', () => {
  const fill = () =>
    Object.assign(localStorage, {
      setItem() {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })

  test('stays complete when its conversation is opened again, and its beginning is not saved', async () => {
    const { owner, saved } = openTab()
    const first = openDraft(owner, place)
    first.change({ text: 'Dear' })
    fill()
    first.change({ text: 'Dear Ana' })
    await first.close()
    const second = openDraft(owner, place)
    expect(second.draft.get()).toMatchObject({ text: 'Dear Ana', isDirty: false })
    second.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(saved).toEqual(['Dear Ana'])
    expect(localStorage.getItem('parley-draft:ana:c')).toBeNull()
  })

  test('is saved after its conversation was left during an outage', async () => {
    const { owner, server, saved, saveUnsaved } = openTab()
    fill()
    server.failure = unavailable
    const keeper = openDraft(owner, place)
    keeper.change({ text: 'Lost?' })
    await keeper.close()
    server.failure = null
    void saveUnsaved()
    await vi.advanceTimersByTimeAsync(settledAfterMs)
    expect(saved).toEqual(['Lost?', 'Lost?'])
    expect(readDraft('ana', 'c')).toMatchObject({ text: 'Lost?', isDirty: false })
  })

  test('is replaced by newer text that another tab has stored', async () => {
    openTab()
    const setItem = localStorage.setItem
    fill()
    typeElsewhere('Before')
    Object.assign(localStorage, { setItem })
    await vi.advanceTimersByTimeAsync(1)
    const newer = { ...emptyDraft, text: 'After', isDirty: true, at: Date.now() }
    localStorage.setItem('parley-draft:ana:c', JSON.stringify(newer))
    expect(readDraft('ana', 'c').text).toBe('After')
  })
})
