import { useState } from 'react'

/**
 *   clean   as stored
 *   dirty   changed here
 *   saving  request in flight
 *   saved   clean, after a save here
 *   failed  dirty, after a failed save
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
 * Form state over stored data that may change meanwhile: only edited fields are kept, others follow the
 * stored value. `save` gets the full value and must update `stored`.
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
      // Keep changes made while saving.
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

/** Whether a field differs from its stored value. Values are JSON. */
export function differs<T extends object>(stored: T, changes: Partial<T>): boolean {
  return JSON.stringify({ ...stored, ...changes }) !== JSON.stringify(stored)
}
