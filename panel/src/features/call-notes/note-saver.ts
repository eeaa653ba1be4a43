import { createStore, type Store } from '@parley/client/state/store'

/** `typed` null: nothing was typed here. `dirty`: not stored yet. */
export interface NoteState {
  typed: string | null
  name: 'clean' | 'dirty' | 'saved' | 'failed'
}

export interface NoteSaver {
  state: Store<NoteState>
  type: (text: string) => void
  /** Saves at once what has not been saved. */
  flush: () => void
  /** Forgets what is stored: whoever looks next sees what the service has. What is not stored stays. */
  release: () => void
}

export interface NoteSaverOptions {
  send: (note: string) => Promise<unknown>
  /** What was typed before this page was loaded and never stored; null: nothing. */
  kept: string | null
  /** Told with each key what is not stored yet; null: everything is. */
  keep: (text: string | null) => void
}

/** How long after the last key a note is saved, in milliseconds. */
export const noteDebounceMs = 800

/** Saves a note a while after the last key, one request after the other, so that the last text is the one that stays. */
export function createNoteSaver({ send, kept, keep }: NoteSaverOptions): NoteSaver {
  const state = createStore<NoteState>({ typed: kept, name: kept === null ? 'clean' : 'dirty' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let stored: string | null = null
  let sending = false

  async function save(): Promise<void> {
    const note = state.get().typed
    if (sending || note === null || note === stored) return
    sending = true
    if (state.get().name === 'failed') state.set({ typed: note, name: 'dirty' })
    try {
      await send(note)
    } catch {
      state.set({ ...state.get(), name: 'failed' })
      return
    } finally {
      sending = false
    }
    stored = note
    if (state.get().typed !== note) return save()
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
