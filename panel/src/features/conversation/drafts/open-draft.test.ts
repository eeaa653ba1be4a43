import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentSession } from '@parley/client/session/agent-session'
import { createUnsavedSaves, settledAfterMs } from './open-draft.ts'
import { emptyDraft, writeDraft } from './stored-draft.ts'

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
  const saved: string[] = []
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const { content } = JSON.parse(body) as { content: string }
    saved.push(content)
    return Promise.resolve(Response.json({ conversation_id: 'c', kind: 'reply', content, version: 1 }))
  })
  const platform = {
    after(milliseconds: number, work: () => void) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  }
  const owner = {
    session: { platform } as AgentSession,
    queryClient: new QueryClient(),
    organizationId: 'o',
    agentId: 'ana',
  }
  return { saveUnsaved: createUnsavedSaves(owner, new AbortController().signal), saved }
}

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
