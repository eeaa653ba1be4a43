import { useState } from 'react'

/**
 *   clean   what is on the screen is what is stored
 *   dirty   it was changed here
 *   saving  on its way
 *   saved   clean, and was just saved here
 *   failed  dirty, and saving it did not work
 */
export type DraftState = { name: 'clean' | 'dirty' | 'saving' | 'saved' } | { name: 'failed'; error: unknown }

export interface Draft<T> {
  value: T
  state: DraftState
  dirty: boolean
  change: (part: Partial<T>) => void
  discard: () => void
  submit: () => Promise<void>
}

/**
 * A form over something stored that may change elsewhere meanwhile: only the fields changed here are kept apart,
 * the others follow what is stored. `save` gets the whole value and must have `stored` renewed when it is done.
 */
export function useDraft<T extends object>(stored: T, save: (value: T) => Promise<unknown>): Draft<T> {
  const [changes, setChanges] = useState<Partial<T>>({})
  const [progress, setProgress] = useState<DraftState>({ name: 'clean' })
  const value = { ...stored, ...changes }
  const dirty = differs(stored, changes)

  return {
    value,
    dirty,
    state: stateOf(progress, dirty),
    change(part) {
      setChanges((before) => ({ ...before, ...part }))
      setProgress({ name: 'dirty' })
    },
    discard() {
      setChanges({})
      setProgress({ name: 'clean' })
    },
    async submit() {
      if (!dirty || progress.name === 'saving') return
      setProgress({ name: 'saving' })
      const sent = changes
      try {
        await save(value)
      } catch (error) {
        setProgress({ name: 'failed', error })
        return
      }
      // What was typed while it was on its way stays a change.
      setChanges((now) => (now === sent ? {} : now))
      setProgress({ name: 'saved' })
    },
  }
}

function stateOf(progress: DraftState, dirty: boolean): DraftState {
  if (progress.name === 'saving' || progress.name === 'failed') return progress
  if (dirty) return { name: 'dirty' }
  return progress.name === 'saved' ? progress : { name: 'clean' }
}

/** Whether any changed field has another value than the stored one. Values are JSON. */
export function differs<T extends object>(stored: T, changes: Partial<T>): boolean {
  return JSON.stringify({ ...stored, ...changes }) !== JSON.stringify(stored)
}
