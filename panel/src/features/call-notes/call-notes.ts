import { createStore, type Store } from '@parley/client/state/store'
import { createNoteSaver, type NoteOutcome, type NoteSaver, type UnsavedText } from './note-saver.ts'

/** A note that could not be saved, and why. `shown`: its field is visible and shows the error itself. */
export interface UnsavedNote {
  callId: string
  name: 'failed' | 'too_long'
  shown: boolean
}

/** Call notes written in this window. They outlive their input fields. */
export interface CallNotes {
  of: (callId: string) => NoteSaver
  /** Marks the note as visible until the returned function is called, which also saves it. */
  show: (callId: string) => () => void
  unsaved: Store<readonly UnsavedNote[]>
  /** Whether the service has stored all notes. */
  allStored: Store<boolean>
  /** Retries all unsaved notes. */
  retry: () => void
}

/**
 * @param storage sessionStorage: unsaved notes survive a reload, and no other window sends them again
 * @param agentId notes belong to one agent: another agent who signs in here never sees them
 */
export function createCallNotes(options: {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  agentId: string
  send: (callId: string, note: string, previous: string | null) => Promise<NoteOutcome>
}): CallNotes {
  const { storage, send } = options
  const prefix = `parley-call-note:${options.agentId}:`
  const notes = new Map<string, { saver: NoteSaver; fields: number }>()
  const unsaved = createStore<readonly UnsavedNote[]>([])
  const allStored = createStore(true)

  function noteOf(callId: string) {
    const known = notes.get(callId)
    if (known !== undefined) return known
    const saver = createNoteSaver({
      send: (note, previous) => send(callId, note, previous),
      kept: parseUnsaved(ifAllowed(() => storage.getItem(prefix + callId))),
      keep: (text) =>
        ifAllowed(() =>
          text === null
            ? storage.removeItem(prefix + callId)
            : storage.setItem(prefix + callId, JSON.stringify(text)),
        ),
    })
    const note = { saver, fields: 0 }
    notes.set(callId, note)
    saver.state.subscribe(() => {
      if (note.fields === 0) saver.release()
      publish()
    })
    return note
  }

  function publish() {
    const names = [...notes.values()].map(({ saver }) => saver.state.get().name)
    const isStored = names.every((name) => name === 'clean' || name === 'saved' || name === 'merged')
    if (isStored !== allStored.get()) allStored.set(isStored)
    const next = [...notes].flatMap(([callId, { saver, fields }]) => {
      const { name } = saver.state.get()
      return name === 'failed' || name === 'too_long' ? [{ callId, name, shown: fields > 0 }] : []
    })
    if (JSON.stringify(next) !== JSON.stringify(unsaved.get())) unsaved.set(next)
  }

  for (const key of ifAllowed(() => keysOf(storage)) ?? []) {
    if (key.startsWith(prefix)) noteOf(key.slice(prefix.length))
  }
  publish()

  return {
    of: (callId) => noteOf(callId).saver,
    show(callId) {
      const note = noteOf(callId)
      note.fields += 1
      publish()
      return () => {
        note.fields -= 1
        note.saver.flush()
        if (note.fields === 0) note.saver.release()
        publish()
      }
    },
    unsaved,
    allStored,
    retry: () => notes.forEach(({ saver }) => saver.flush()),
  }
}

function parseUnsaved(stored: string | null): UnsavedText | null {
  if (stored === null) return null
  const found: unknown = ifAllowed(() => JSON.parse(stored))
  const isOurs = typeof found === 'object' && found !== null && 'text' in found && 'base' in found
  // Earlier versions stored only the text, or nothing uncertain.
  return isOurs
    ? { uncertain: [], ...(found as Omit<UnsavedText, 'uncertain'>) }
    : { text: stored, base: null, uncertain: [] }
}

const keysOf = (storage: Pick<Storage, 'key' | 'length'>) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/** Storage may be blocked or full: the note then lasts as long as the page. */
function ifAllowed<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
