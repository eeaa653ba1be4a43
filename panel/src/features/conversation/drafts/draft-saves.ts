import type { Draft, DraftInput } from '@parley/protocol/draft'
import { ApiProblem } from '../../../api/api-problem.ts'

/** `refused`: this content cannot be saved, for example because it is too long, or the conversation cannot be opened. */
export type DraftSave = { name: 'saved'; draft: Draft } | { name: 'refused' }

const refused: ReadonlySet<string> = new Set([
  'invalid_request',
  'payload_too_large',
  'not_found',
  'forbidden',
])

/** Saves drafts. Content that was refused is not sent again before it changes or the page is reloaded. */
export function createDraftSaves() {
  /** Refused content by draft. */
  const known = new Map<string, string>()
  /** @throws on temporary errors */
  return async (key: string, input: DraftInput, put: () => Promise<Draft>): Promise<DraftSave> => {
    const content = JSON.stringify(input)
    if (known.get(key) === content) return { name: 'refused' }
    try {
      const draft = await put()
      known.delete(key)
      return { name: 'saved', draft }
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : ''
      if (!refused.has(code)) throw error
      known.set(key, content)
      return { name: 'refused' }
    }
  }
}

/**
 * Saves items one after another. A call during a run causes one more run, for what has failed meanwhile.
 * @param save must not reject
 */
export function createSequentialSaves<T>(options: {
  list: () => readonly T[]
  save: (item: T) => Promise<void>
  signal: AbortSignal
}): () => Promise<void> {
  const { list, save, signal } = options
  let isRunning = false
  let isAgain = false
  return async () => {
    isAgain = true
    if (isRunning) return
    isRunning = true
    while (isAgain && !signal.aborted) {
      isAgain = false
      for (const item of list()) {
        if (signal.aborted) break
        await save(item)
      }
    }
    isRunning = false
  }
}
