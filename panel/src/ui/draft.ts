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

/** By field: the own value over a stored one that has changed since the edit. Other fields are overwritten. */
export type Merges<T> = { [Field in keyof T]?: (base: T[Field], own: T[Field], stored: T[Field]) => T[Field] }

/** Edited fields with the stored values that they were made from. */
export interface Edits<T> {
  own: Partial<T>
  base: Partial<T>
}

/**
 * Form state over stored data that may change meanwhile: only edited fields are kept, others follow the
 * stored value. `save` gets the full value and must update `stored`.
 */
export function useDraft<T extends object>(
  stored: T,
  save: (value: T) => Promise<unknown>,
  merges: Merges<T> = {},
): Draft<T> {
  const [edits, setEdits] = useState<Edits<T>>({ own: {}, base: {} })
  const [progress, setProgress] = useState<DraftState>({ name: 'clean' })
  const value = valueOf(stored, edits, merges)
  const dirty = differs(stored, value)
  // A colleague, or a save whose response was lost: later changes of the stored value are shown again.
  const current = progress.name === 'saving' ? edits : withoutStored(edits, stored, value)
  if (current !== edits) setEdits(current)

  return {
    value,
    dirty,
    state: stateOf(progress, dirty),
    change(part) {
      setEdits((before) => edited(before, stored, part))
      setProgress({ name: 'dirty' })
    },
    discard() {
      setEdits({ own: {}, base: {} })
      setProgress({ name: 'clean' })
    },
    async submit() {
      if (!dirty || progress.name === 'saving') return
      setProgress({ name: 'saving' })
      const sent = edits
      try {
        await save(value)
      } catch (error) {
        setProgress({ name: 'failed', error })
        return
      }
      // Keep changes made while saving.
      setEdits((now) => (now === sent ? { own: {}, base: {} } : now))
      setProgress({ name: 'saved' })
    },
  }
}

export function valueOf<T extends object>(stored: T, { own, base }: Edits<T>, merges: Merges<T>): T {
  const value = { ...stored, ...own }
  const from = { ...stored, ...base }
  for (const field of fieldsOf(own)) {
    const merge = merges[field]
    if (merge !== undefined) value[field] = merge(from[field], value[field], stored[field])
  }
  return value
}

export function edited<T extends object>({ own, base }: Edits<T>, stored: T, part: Partial<T>): Edits<T> {
  const seen: Partial<T> = {}
  for (const field of fieldsOf(part)) seen[field] = stored[field]
  return { own: { ...own, ...part }, base: { ...base, ...seen } }
}

/** The same object if all edits differ from the stored values. */
export function withoutStored<T extends object>(edits: Edits<T>, stored: T, value: T): Edits<T> {
  const kept = fieldsOf(edits.own).filter((field) => !isSame(value[field], stored[field]))
  if (kept.length === fieldsOf(edits.own).length) return edits
  const left: Edits<T> = { own: {}, base: {} }
  for (const field of kept) {
    left.own[field] = edits.own[field]
    left.base[field] = edits.base[field]
  }
  return left
}

export function stateOf(progress: DraftState, dirty: boolean): DraftState {
  if (progress.name === 'saving') return progress
  if (dirty) return progress.name === 'failed' ? progress : { name: 'dirty' }
  // After a failure: the service has saved it, only its response was lost.
  return progress.name === 'saved' || progress.name === 'failed' ? { name: 'saved' } : { name: 'clean' }
}

/** Whether a field differs from its stored value. Values are JSON. */
export function differs<T extends object>(stored: T, changes: Partial<T>): boolean {
  return !isSame({ ...stored, ...changes }, stored)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const fieldsOf = <T extends object>(part: Partial<T>) =>
  (Object.keys(part) as (keyof T)[]).filter((field) => Object.hasOwn(part, field))
