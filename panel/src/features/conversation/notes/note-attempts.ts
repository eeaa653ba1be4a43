import { createUuids } from '@parley/client/browser/uuid'
import { createStore } from '@parley/client/state/store'
import { createAttemptIds } from './attempt-ids.ts'

/** The last attempt to add a note to a conversation. */
export type NoteAttempt = { name: 'none' } | { name: 'adding' } | { name: 'failed'; error: Error }

const none: NoteAttempt = { name: 'none' }
/** By conversation, so that an attempt survives its composer. */
const attempts = createStore<ReadonlyMap<string, NoteAttempt>>(new Map())
const composers = new Map<string, object>()
const ids = new Map<string, ReturnType<typeof createAttemptIds>>()
const newId = createUuids(Date.now)

export const onNoteAttempts = attempts.subscribe
export const noteAttempt = (conversationId: string): NoteAttempt => attempts.get().get(conversationId) ?? none

function set(conversationId: string, attempt: NoteAttempt) {
  const next = new Map(attempts.get())
  if (attempt.name === 'none') next.delete(conversationId)
  else next.set(conversationId, attempt)
  attempts.set(next)
}

/** Returns the client id, which a retry of the same content keeps. */
export function beginNote(conversationId: string, content: unknown): string {
  const own = ids.get(conversationId) ?? createAttemptIds(newId)
  ids.set(conversationId, own)
  set(conversationId, { name: 'adding' })
  return own.idFor(content)
}

export function noteAdded(conversationId: string): void {
  ids.delete(conversationId)
  set(conversationId, none)
}

/** Returns whether the conversation's composer shows the error; otherwise the caller reports it. */
export function noteFailed(conversationId: string, error: Error): boolean {
  const isShown = composers.has(conversationId)
  set(conversationId, isShown ? { name: 'failed', error } : none)
  return isShown
}

/** The composer of this conversation shows errors until the returned function is called. */
export function showNoteErrors(conversationId: string): () => void {
  const own = {}
  composers.set(conversationId, own)
  return () => {
    if (composers.get(conversationId) === own) composers.delete(conversationId)
    if (noteAttempt(conversationId).name === 'failed') set(conversationId, none)
  }
}
