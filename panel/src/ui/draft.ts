import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'
import { useMembership } from '../context/membership.tsx'
import { useKeepAtSessionEnd } from './keep-at-session-end.ts'
import { createKeptEdits } from './kept-edits.ts'

/**
 *   clean     as stored
 *   proposed  nothing is stored yet: the form shows a proposal, which can be saved as it is
 *   dirty     changed here
 *   saving    request in flight; changes made meanwhile are dirty after it
 *   saved     clean, after a save here
 *   failed    dirty or proposed, after a failed save
 */
export type DraftState =
  | { name: 'clean' | 'proposed' | 'dirty' | 'saving' | 'saved' }
  | { name: 'failed'; error: unknown }

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

const noEdits = { own: {}, base: {} }

/** Unsaved settings of a session that has ended, by form. */
const keptDrafts = createKeptEdits<Edits<object>>()

/**
 * Form state over stored data that may change meanwhile: only edited fields are kept, others follow the
 * stored value. `save` gets the full value and must update `stored`.
 *
 * @param options.isProposal `stored` is what the form proposes, because nothing is stored
 * @param options.keptAs unsaved edits are kept under this name if the session ends. Not for forms with secrets
 */
export function useDraft<T extends object>(
  stored: T,
  save: (value: T) => Promise<unknown>,
  options: { merges?: Merges<T>; isProposal?: boolean; keptAs?: string } = {},
): Draft<T> {
  const { merges = {}, isProposal = false, keptAs } = options
  const kept = keptDrafts(useMembership().agent_id)
  const [edits, setEdits] = useState<Edits<T>>(
    () => (keptAs === undefined ? undefined : (kept.get(keptAs) as Edits<T> | undefined)) ?? noEdits,
  )
  const [progress, setProgress] = useState<DraftState>({ name: 'clean' })
  const value = valueOf(stored, edits, merges)
  const dirty = differs(stored, value)
  // A colleague, or a save whose response was lost: later changes of the stored value are shown again.
  const current = withoutStored(edits, stored, value, progress)
  if (current !== edits) setEdits(current)
  useKeepAtSessionEnd<Edits<object>>(kept, keptAs ?? '', keptAs !== undefined && dirty ? current : null)

  return {
    value,
    dirty,
    state: stateOf(progress, dirty, current, isProposal),
    change(part) {
      setEdits((before) => edited(before, stored, part))
      setProgress(afterChange)
    },
    discard() {
      setEdits({ own: {}, base: {} })
      setProgress({ name: 'clean' })
    },
    async submit() {
      if ((!dirty && !isProposal) || progress.name === 'saving') return
      setProgress({ name: 'saving' })
      const sent = edits
      try {
        await save(value)
      } catch (error) {
        setProgress({ name: 'failed', error })
        return
      }
      // `stored` is the new value then: compared with the old one, a change back to it would be no edit.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      setEdits((now) => (now === sent ? { own: {}, base: {} } : afterSave(now, sent, value)))
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

/**
 * The fields that were changed while `before` was being saved as `value`. They are compared with it, or a merge would lose a change
 * back to the former value. Others are saved.
 */
export function afterSave<T extends object>({ own }: Edits<T>, before: Edits<T>, value: T): Edits<T> {
  const left: Edits<T> = { own: {}, base: {} }
  for (const field of fieldsOf(own)) {
    if (own[field] === before.own[field]) continue
    left.own[field] = own[field]
    left.base[field] = value[field]
  }
  return left
}

/** The save goes on, and cannot be started twice. */
export const afterChange = (progress: DraftState): DraftState =>
  progress.name === 'saving' ? progress : { name: 'dirty' }

/**
 * The edits that are not stored; the same object if these are all. A change back to the stored value is kept while a
 * save runs, and after it failed: the service may store, or have stored, what was sent.
 */
export function withoutStored<T extends object>(
  edits: Edits<T>,
  stored: T,
  value: T,
  progress: DraftState,
): Edits<T> {
  if (progress.name === 'saving') return edits
  const isKept = (field: keyof T) =>
    !isSame(value[field], stored[field]) ||
    (progress.name === 'failed' && isSame(edits.base[field], stored[field]))
  const kept = fieldsOf(edits.own).filter(isKept)
  if (kept.length === fieldsOf(edits.own).length) return edits
  const left: Edits<T> = { own: {}, base: {} }
  for (const field of kept) {
    left.own[field] = edits.own[field]
    left.base[field] = edits.base[field]
  }
  return left
}

/** State of a form with these edits, which are without the stored ones. */
export function stateOf<T>(
  progress: DraftState,
  dirty: boolean,
  { own }: Edits<T>,
  isProposal = false,
): DraftState {
  if (progress.name === 'saving') return progress
  if (dirty || isProposal) {
    if (progress.name === 'failed') return progress
    return { name: dirty ? 'dirty' : 'proposed' }
  }
  // The service has saved it, only its response was lost. Otherwise it was changed back while being saved.
  if (progress.name === 'failed' && fieldsOf(own).length === 0) return { name: 'saved' }
  return progress.name === 'saved' ? progress : { name: 'clean' }
}

/** Whether a field differs from its stored value. Values are JSON. */
export function differs<T extends object>(stored: T, changes: Partial<T>): boolean {
  return !isSame({ ...stored, ...changes }, stored)
}

/** Compares JSON. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const fieldsOf = <T>(part: Partial<T>) =>
  (Object.keys(part) as (keyof T)[]).filter((field) => Object.hasOwn(part, field))
