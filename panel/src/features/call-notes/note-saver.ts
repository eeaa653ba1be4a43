import { createStore, type Store } from '@parley/client/state/store'
import { mergeNotes } from './merge-notes.ts'

/**
 * `typed` null: nothing typed here. `dirty`: not stored yet. `merged`: stored together with what a colleague had stored
 * meanwhile. `too_long`: not sent until it is shortened, because it became too long with the text of a colleague.
 */
export interface NoteState {
  typed: string | null
  name: 'clean' | 'dirty' | 'saved' | 'merged' | 'failed' | 'too_long'
}

/**
 * `base`: the stored note that was changed to `text`. null: not known. `uncertain`: sent without a response, so each of them may
 * have been stored.
 */
export interface UnsavedText {
  text: string
  base: string | null
  uncertain: readonly string[]
}

/** `changed`: refused, because a colleague has stored another note meanwhile. */
export type NoteOutcome = { name: 'saved' } | { name: 'changed'; stored: string }

export interface NoteSaver {
  state: Store<NoteState>
  /** `shown`: the stored note in the field before the first change. */
  type: (text: string, shown: string) => void
  /** Saves unsaved text immediately. */
  flush: () => void
  /** Drops the local copy of stored text, so that the service's version is shown. Unsaved text stays. */
  release: () => void
}

export interface NoteSaverOptions {
  send: (note: string, previous: string | null) => Promise<NoteOutcome>
  /** Text from before a reload that was never stored, or null. */
  kept: UnsavedText | null
  /** Called on every change with the unsaved text; null: everything is stored. */
  keep: (unsaved: UnsavedText | null) => void
}

/** Delay after the last keystroke before a note is saved (ms). */
export const noteDebounceMs = 800
/** Limit of the API. */
export const maxNoteLength = 4000

/** Saves a note after typing pauses, one request at a time, so that the last text wins. */
export function createNoteSaver({ send, kept, keep }: NoteSaverOptions): NoteSaver {
  const state = createStore<NoteState>({ typed: kept?.text ?? null, name: kept === null ? 'clean' : 'dirty' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let base = kept?.base ?? null
  const uncertain = new Set(kept?.uncertain)
  let sending = false
  let merged = false

  async function save(): Promise<void> {
    const note = state.get().typed
    if (sending || note === null) return
    if (note === base && uncertain.size === 0) return settle(note)
    if (note.length > maxNoteLength) return state.set({ typed: note, name: 'too_long' })
    sending = true
    uncertain.add(note)
    keepUnsaved(note)
    if (state.get().name === 'failed') state.set({ typed: note, name: 'dirty' })
    let stored = note
    try {
      const outcome = await send(note, base)
      if (outcome.name === 'changed') ({ stored } = outcome)
    } catch {
      state.set({ ...state.get(), name: 'failed' })
      return
    } finally {
      sending = false
    }
    if (stored !== note) addTo(stored)
    base = stored
    uncertain.clear()
    const { typed } = state.get()
    if (typed === null || typed === stored) return settle(stored)
    keepUnsaved(typed)
    return save()
  }

  function keepUnsaved(text: string) {
    keep({ text, base, uncertain: [...uncertain] })
  }

  /** Adds what was typed here to what a colleague has stored. */
  function addTo(stored: string) {
    if (uncertain.has(stored)) return
    const typed = state.get().typed ?? ''
    const text = mergeNotes(stored, typed, base)
    merged ||= text !== typed
    state.set({ typed: text, name: 'dirty' })
  }

  function settle(note: string): void {
    const name = merged ? 'merged' : 'saved'
    if (state.get().name === name) return
    keep(null)
    state.set({ typed: note, name })
  }

  function flush() {
    clearTimeout(timer)
    void save()
  }

  return {
    state,
    flush,
    type(text, shown) {
      const { typed, name } = state.get()
      if (typed === null) base = shown
      if (name === 'merged' || name === 'too_long') merged = false
      keepUnsaved(text)
      state.set({ typed: text, name: 'dirty' })
      clearTimeout(timer)
      timer = setTimeout(flush, noteDebounceMs)
    },
    release() {
      const { name } = state.get()
      if (name !== 'saved' && name !== 'merged') return
      base = null
      merged = false
      state.set({ typed: null, name: 'clean' })
    },
  }
}
