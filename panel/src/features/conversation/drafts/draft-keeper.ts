import { createStore, type Store } from '@parley/client/state/store'
import type { Draft, DraftInput } from '@parley/protocol/draft'
import type { DraftSave } from './draft-saves.ts'
import type { KeptDraft } from './stored-draft.ts'

/** Debounce of saving while typing. */
export const saveDelayMs = 1_000
/** After the first failure; doubles with each further one: a proxy may refuse this text for good. */
const minRetryDelayMs = 10_000
const maxRetryDelayMs = 3 * 60_000
/** A newer version of another window is applied after this time without typing here. */
const typingPauseMs = 3_000
/** A list that arrives within this time of a save may have been read before it. */
const listDelayMs = 5_000

export interface DraftKeeperOptions {
  /** Reads the copy in this browser. */
  stored: () => KeptDraft
  store: (draft: KeptDraft) => void
  /** @throws on temporary errors */
  save: (input: Required<DraftInput>) => Promise<DraftSave>
  /** Called when a save has failed temporarily and the keeper is closed: it does not repeat it. */
  onUnsaved: () => void
  now: () => number
  /** Returns a function that cancels. */
  after: (milliseconds: number, work: () => void) => () => void
}

export interface DraftKeeper {
  draft: Store<KeptDraft>
  change: (part: Partial<Pick<KeptDraft, 'text' | 'replyTo'>>) => void
  /** A version saved by another window or this one. */
  receive: (draft: Draft) => void
  /** The list of drafts loaded at `loadedAt` does not contain it. */
  absent: (loadedAt: number) => void
  /** Saves now, or right after a save in progress: before leaving, after sending, and when the connection is back. */
  flush: () => void
  /** Saves unless a save is in progress. Resolves when this save has ended. */
  close: () => Promise<void>
}

/**
 * Synchronizes one draft between server and browser. The last write wins. Text that the agent is typing is never replaced:
 * newer versions are ignored while text is unsaved, and delayed while typing continues.
 */
export function createDraftKeeper(options: DraftKeeperOptions): DraftKeeper {
  const { now, after } = options
  const draft = createStore(options.stored())
  let typedAt = -Infinity
  let savedAt = -Infinity
  let isSaving = false
  /** `flush` was called during the save in progress, which may have failed or be without the newest text. */
  let isFlushRequested = false
  /** Failed saves since the last change. */
  let failures = 0
  let isClosed = false
  let cancelSave = () => {}
  let cancelReceive = () => {}

  function set(next: KeptDraft) {
    draft.set(next)
    options.store(next)
  }

  function schedule(milliseconds: number) {
    cancelSave()
    cancelSave = after(milliseconds, () => void save())
  }

  async function save() {
    cancelSave()
    const sent = draft.get()
    if (!sent.isDirty || isSaving) return
    isSaving = true
    const result = await options
      .save({ content: sent.text, reply_to_id: sent.replyTo })
      .catch(() => ({ name: 'failed' as const }))
    const failed = result.name === 'failed'
    isSaving = false
    if (failed) failures += 1
    const savesAgain = isFlushRequested
    isFlushRequested = false
    savedAt = now()
    const current = draft.get()
    const isSame = isSameContent(current, sent)
    // After closing, the copy may already have newer text of another keeper.
    if (!isClosed || isSameContent(options.stored(), current)) {
      if (result.name === 'saved') {
        const version = Math.max(current.version, result.draft.version)
        set({ ...current, version, isDirty: !isSame })
      }
    }
    if (isClosed) {
      // After a failure, the copy in this browser is saved later: a retry here could overwrite newer text.
      if (failed) options.onUnsaved()
      else if (!isSame) await save()
    } else if (savesAgain && (failed || !isSame)) await save()
    else if (failed) schedule(Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1)))
    else if (!isSame) schedule(saveDelayMs)
  }

  function receive(remote: Draft) {
    cancelReceive()
    const { isDirty, version } = draft.get()
    if (isDirty || remote.version <= version) return
    const remainingMs = typedAt + typingPauseMs - now()
    if (remainingMs > 0) {
      cancelReceive = after(remainingMs, () => receive(remote))
      return
    }
    const { content: text, reply_to_id: replyTo } = remote
    set({ text, replyTo, version: remote.version, isDirty: false })
  }

  if (draft.get().isDirty) schedule(0)

  return {
    draft,
    change(part) {
      typedAt = now()
      failures = 0
      set({ ...draft.get(), ...part, isDirty: true })
      schedule(saveDelayMs)
    },
    receive,
    absent(loadedAt) {
      const { isDirty, version } = draft.get()
      if (isDirty || version === 0 || loadedAt < savedAt + listDelayMs) return
      set({ text: '', replyTo: null, version: 0, isDirty: false })
    },
    flush() {
      isFlushRequested = isSaving
      void save()
    },
    close() {
      isClosed = true
      cancelReceive()
      return save()
    },
  }
}

const isSameContent = (a: KeptDraft, b: KeptDraft) => a.text === b.text && a.replyTo === b.replyTo
