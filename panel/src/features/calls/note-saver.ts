import { createStore, type Store } from '@parley/client/store'

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
}

/** How long after the last key a note is saved, in milliseconds. */
export const notePause = 800

/** Saves a note a while after the last key, one request after the other, so that the last text is the one that stays. */
export function createNoteSaver(send: (note: string) => Promise<unknown>): NoteSaver {
  const state = createStore<NoteState>({ typed: null, name: 'clean' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let stored: string | null = null
  let sending = false

  async function save(): Promise<void> {
    const note = state.get().typed
    if (sending || note === null || note === stored) return
    sending = true
    try {
      await send(note)
    } catch {
      state.set({ ...state.get(), name: 'failed' })
      return
    } finally {
      sending = false
    }
    stored = note
    if (state.get().typed === note) state.set({ typed: note, name: 'saved' })
    else await save()
  }

  function flush() {
    clearTimeout(timer)
    void save()
  }

  return {
    state,
    flush,
    type(text) {
      state.set({ typed: text, name: 'dirty' })
      clearTimeout(timer)
      timer = setTimeout(flush, notePause)
    },
  }
}
