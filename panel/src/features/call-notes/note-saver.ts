import { createStore, type Store } from '@parley/client/state/store'

/** `typed` null: nothing typed here. `dirty`: not stored yet. */
export interface NoteState {
  typed: string | null
  name: 'clean' | 'dirty' | 'saved' | 'failed'
}

export interface NoteSaver {
  state: Store<NoteState>
  type: (text: string) => void
  /** Saves unsaved text immediately. */
  flush: () => void
  /** Drops the local copy of stored text, so that the service's version is shown. Unsaved text stays. */
  release: () => void
}

export interface NoteSaverOptions {
  send: (note: string) => Promise<unknown>
  /** Text from before a reload that was never stored, or null. */
  kept: string | null
  /** Called on every change with the unsaved text; null: everything is stored. */
  keep: (text: string | null) => void
}

/** Delay after the last keystroke before a note is saved (ms). */
export const noteDebounceMs = 800

/** Saves a note after typing pauses, one request at a time, so that the last text wins. */
export function createNoteSaver({ send, kept, keep }: NoteSaverOptions): NoteSaver {
  const state = createStore<NoteState>({ typed: kept, name: kept === null ? 'clean' : 'dirty' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let stored: string | null = null
  let sending = false

  async function save(): Promise<void> {
    const note = state.get().typed
    if (sending || note === null) return
    if (note === stored) return settle(note)
    sending = true
    if (state.get().name === 'failed') state.set({ typed: note, name: 'dirty' })
    try {
      await send(note)
    } catch {
      // The request may have been carried out although its answer was lost.
      stored = null
      state.set({ ...state.get(), name: 'failed' })
      return
    } finally {
      sending = false
    }
    stored = note
    if (state.get().typed !== note) return save()
    settle(note)
  }

  function settle(note: string): void {
    if (state.get().name === 'saved') return
    keep(null)
    state.set({ typed: note, name: 'saved' })
  }

  function flush() {
    clearTimeout(timer)
    void save()
  }

  return {
    state,
    flush,
    type(text) {
      keep(text)
      state.set({ typed: text, name: 'dirty' })
      clearTimeout(timer)
      timer = setTimeout(flush, noteDebounceMs)
    },
    release() {
      if (state.get().name !== 'saved') return
      stored = null
      state.set({ typed: null, name: 'clean' })
    },
  }
}
