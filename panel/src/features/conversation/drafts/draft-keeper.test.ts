import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft, DraftInput } from '@parley/protocol/draft'
import { createDraftKeeper, saveDelayMs } from './draft-keeper.ts'
import { emptyDraft, type KeptDraft } from './stored-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const remote = (content: string, version: number): Draft => ({
  conversation_id: 'c',
  kind: 'reply',
  content,
  reply_to_id: null,
  version,
  updated_at: '',
})

/** A draft keeper with a server that can be offline. */
function keeperWith(stored: Partial<KeptDraft> = {}) {
  const saves: string[] = []
  const server = { offline: false, refuses: false, version: 100, delay: Promise.resolve() }
  let attempts = 0
  let unsaved = 0
  let kept: KeptDraft = { ...emptyDraft, ...stored }
  const keeper = createDraftKeeper({
    stored: () => kept,
    store: (draft) => (kept = draft),
    async save({ content }: DraftInput) {
      attempts += 1
      await server.delay
      if (server.offline) throw new Error('offline')
      saves.push(content)
      if (server.refuses) return { name: 'refused' }
      return { name: 'saved', draft: remote(content, ++server.version) }
    },
    onUnsaved: () => (unsaved += 1),
    now: () => Date.now(),
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  const writeElsewhere = (text: string) => (kept = { ...kept, text, isDirty: true })
  return {
    keeper,
    saves,
    server,
    writeElsewhere,
    kept: () => kept,
    attempts: () => attempts,
    unsaved: () => unsaved,
    text: () => keeper.draft.get().text,
  }
}

test('unsaved text is never replaced, and its save wins', async () => {
  const { keeper, text, saves } = keeperWith()
  keeper.change({ text: 'Here' })
  keeper.receive(remote('There', 50))
  expect(text()).toBe('Here')
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  expect(saves).toEqual(['Here'])
  expect(keeper.draft.get()).toMatchObject({ version: 101, isDirty: false })
})

test('saved text is replaced by the newest version 3 s after typing', async () => {
  const { keeper, text } = keeperWith()
  keeper.change({ text: 'Here' })
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  keeper.receive(remote('There', 200))
  keeper.receive(remote('There, longer', 201))
  expect(text()).toBe('Here')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(text()).toBe('There, longer')
  keeper.receive(remote('Old', 150))
  expect(text()).toBe('There, longer')
})

test('a draft sent in another window disappears here', () => {
  const { keeper, text } = keeperWith({ text: 'Sent there', version: 5 })
  keeper.receive(remote('', 6))
  expect(text()).toBe('')
})

test('a draft deleted while this browser was offline is removed, one that was just saved is kept', async () => {
  const away = keeperWith({ text: 'Sent elsewhere', version: 5 })
  away.keeper.absent(Date.now())
  expect(away.text()).toBe('')
  const { keeper, text } = keeperWith()
  keeper.change({ text: 'New' })
  keeper.absent(Date.now())
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  keeper.absent(Date.now() + 4_999)
  expect(text()).toBe('New')
})

test('typing is saved once, debounced', async () => {
  const { keeper, saves } = keeperWith()
  for (const text of ['H', 'He', 'Hey']) {
    keeper.change({ text })
    await vi.advanceTimersByTimeAsync(500)
  }
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  expect(saves).toEqual(['Hey'])
})

test('offline text stays in the browser and is saved once the server is back', async () => {
  const { keeper, saves, server, kept } = keeperWith()
  server.offline = true
  keeper.change({ text: 'Offline' })
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  expect(kept()).toMatchObject({ text: 'Offline', isDirty: true })
  server.offline = false
  keeper.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toEqual(['Offline'])
})

test('unsaved text of an earlier page is saved immediately and retried after a failure', async () => {
  const { saves, server } = keeperWith({ text: 'From before', isDirty: true })
  server.offline = true
  await vi.advanceTimersByTimeAsync(0)
  server.offline = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saves).toEqual(['From before'])
})

test('the intervals between failed saves of a text grow up to three minutes', async () => {
  const { keeper, attempts, server } = keeperWith()
  /** Attempts so far, after each of these times since the first one. */
  async function attemptsAfter(...seconds: number[]) {
    const before = attempts()
    const counts: number[] = []
    await vi.advanceTimersByTimeAsync(saveDelayMs)
    for (const [index, second] of seconds.entries()) {
      await vi.advanceTimersByTimeAsync((second - (seconds[index - 1] ?? 0)) * 1_000)
      counts.push(attempts() - before)
    }
    return counts
  }
  server.offline = true
  keeper.change({ text: 'Refused by a proxy' })
  expect(await attemptsAfter(9, 10, 29, 30, 70, 150, 310, 489, 490, 670)).toEqual([
    1, 2, 2, 3, 4, 5, 6, 6, 7, 8,
  ])
  keeper.change({ text: 'Reworded' })
  expect(await attemptsAfter(9, 10)).toEqual([1, 2])
})

test('closing saves immediately', async () => {
  const { keeper, saves } = keeperWith()
  keeper.change({ text: 'Half a sen' })
  void keeper.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toEqual(['Half a sen'])
})

/** A keeper whose save is still in progress, and a function that ends the save. */
async function keeperWhileSaving() {
  const all = keeperWith()
  const delay = Promise.withResolvers<void>()
  all.server.delay = delay.promise
  all.keeper.change({ text: 'First' })
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  return { ...all, endSave: delay.resolve }
}

test('a save that fails after closing is not retried, because newer text may have been saved since', async () => {
  const { keeper, saves, server, kept, unsaved, endSave } = await keeperWhileSaving()
  server.offline = true
  void keeper.close()
  endSave()
  await vi.advanceTimersByTimeAsync(0)
  server.offline = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saves).toEqual([])
  expect(unsaved()).toBe(1)
  expect(kept()).toMatchObject({ text: 'First', isDirty: true })
})

test('a flush during a save saves what was changed meanwhile right after it', async () => {
  const { keeper, saves, kept, endSave } = await keeperWhileSaving()
  keeper.change({ text: '' })
  keeper.flush()
  endSave()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toEqual(['First', ''])
  expect(kept()).toMatchObject({ text: '', isDirty: false })
})

test('a flush during a save that fails is one more attempt', async () => {
  const { keeper, server, attempts, endSave } = await keeperWhileSaving()
  server.offline = true
  keeper.flush()
  endSave()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(attempts()).toBe(2)
})

test('text changed during a save is saved immediately after closing', async () => {
  const { keeper, saves, kept, endSave } = await keeperWhileSaving()
  keeper.change({ text: 'First and last' })
  void keeper.close()
  endSave()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toEqual(['First', 'First and last'])
  expect(kept()).toMatchObject({ text: 'First and last', isDirty: false })
})

test('a save that ends after closing does not replace newer text of another keeper', async () => {
  const { keeper, kept, writeElsewhere, endSave } = await keeperWhileSaving()
  void keeper.close()
  writeElsewhere('Newer')
  endSave()
  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toMatchObject({ text: 'Newer', isDirty: true })
})

test('text that the server refuses is kept in this browser as unsaved', async () => {
  const { keeper, server, kept, unsaved } = keeperWith()
  server.refuses = true
  keeper.change({ text: 'Too late' })
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  await keeper.close()
  expect(unsaved()).toBe(0)
  expect(kept()).toMatchObject({ text: 'Too late', isDirty: true })
})
