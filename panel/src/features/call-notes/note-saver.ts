import { createStore, type Store } from '@parley/client/state/store'
import { mergeNotes } from './merge-notes.ts'

/**
 * `typed` null: nothing typed here. `dirty`: not stored yet. `merged`: stored together with what a colleague had stored
 * meanwhile.
 */
export interface NoteState {
  typed: string | null
  name: 'clean' | 'dirty' | 'saved' | 'merged' | 'failed'
}

/** `base`: the stored note that was changed to `text`. null: not known. */
export interface UnsavedText {
  text: string
  base: string | null
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

/** Saves a note after typing pauses, one request at a time, so that the last text wins. */
export function createNoteSaver({ send, kept, keep }: NoteSaverOptions): NoteSaver {
  const state = createStore<NoteState>({ typed: kept?.text ?? null, name: kept === null ? 'clean' : 'dirty' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let base = kept?.base ?? null
  /** Sent without a response, so each of them may have been stored. */
  const uncertain = new Set<string>()
  let sending = false
  let merged = false

  async function save(): Promise<void> {
    const note = state.get().typed
    if (sending || note === null) return
    if (note === base && uncertain.size === 0) return settle(note)
    sending = true
    if (state.get().name === 'failed') state.set({ typed: note, name: 'dirty' })
    let stored = note
    try {
      const outcome = await send(note, base)
      if (outcome.name === 'changed') ({ stored } = outcome)
    } catch {
      uncertain.add(note)
      state.set({ ...state.get(), name: 'failed' })
      return
    } finally {
      sending = false
    }
    if (stored !== note) addTo(stored)
    base = stored
    uncertain.clear()
    if (state.get().typed !== stored) return save()
    settle(stored)
  }

  /** Adds what was typed here to what a colleague has stored. */
  function addTo(stored: string) {
    if (uncertain.has(stored)) return
    const typed = state.get().typed ?? ''
    const text = mergeNotes(stored, typed, base)
    merged ||= text !== typed
    keep({ text, base: stored })
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
      if (name === 'merged') merged = false
      keep({ text, base })
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
