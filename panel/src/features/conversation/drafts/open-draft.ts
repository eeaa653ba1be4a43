import type { QueryClient } from '@tanstack/react-query'
import type { AgentSession } from '@parley/client/session/agent-session'
import type { Upload } from '@parley/client/sending/upload'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { plannedActions } from '@parley/protocol/reply-actions'
import { saveDraft, storeDraft } from '../../../queries/draft-queries.ts'
import { onHidden } from '../on-hidden.ts'
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts'
import { createDraftSaves, createSequentialSaves } from './draft-saves.ts'
import {
  draftChangedAt,
  draftIdOf,
  readDraft,
  unsavedDrafts,
  writeDraft,
  type DraftPlace,
} from './stored-draft.ts'
import { changeWindowDraft } from './window-drafts.ts'

/** Agent and connections for saving drafts. */
export interface DraftOwner {
  session: AgentSession
  queryClient: QueryClient
  organizationId: string
  agentId: string
}

const saveUnlessRefused = createDraftSaves()

/** Keepers of the drafts on the screen, by agent and draft. */
const shown = new Map<string, DraftKeeper>()

/** Saves in progress, by agent and draft: a later save waits, because the earlier one could replace it on the server. */
const saving = new Map<string, Promise<unknown>>()

/** Schedules a run of `createUnsavedSaves` after a failure. */
const scheduleUnsaved = new WeakMap<AgentSession, () => void>()

const keyOf = ({ agentId }: DraftOwner, place: DraftPlace) => `${agentId}:${draftIdOf(place)}`

export function openDraft(owner: DraftOwner, place: DraftPlace): DraftKeeper {
  const { session, queryClient, organizationId, agentId } = owner
  const draftId = draftIdOf(place)
  return createDraftKeeper({
    stored: () => readDraft(agentId, draftId),
    store: (draft) => writeDraft(agentId, draftId, draft),
    async save(input) {
      const { conversationId, kind } = place
      const key = keyOf(owner, place)
      while (saving.has(key)) await saving.get(key)?.catch(() => {})
      const run = saveUnlessRefused(key, input, () =>
        saveDraft(organizationId, conversationId, kind, input),
      ).finally(() => saving.delete(key))
      saving.set(key, run)
      const result = await run
      if (result.name === 'saved') storeDraft(queryClient, organizationId, result.draft)
      return result
    },
    onUnsaved: () => scheduleUnsaved.get(session)?.(),
    now: () => Date.now(),
    after: session.platform.after,
  })
}

/** Registers the keeper of a draft on the screen, and saves it when the page is left. Returns a function that closes it. */
export function showDraft(owner: DraftOwner, place: DraftPlace, keeper: DraftKeeper): () => void {
  const key = keyOf(owner, place)
  shown.set(key, keeper)
  const closed = new AbortController()
  const { signal } = closed
  addEventListener('pagehide', keeper.flush, { signal })
  onHidden(keeper.flush, signal)
  return () => {
    closed.abort()
    if (shown.get(key) === keeper) shown.delete(key)
    void keeper.close()
  }
}

/** What an undone message or a note that was not stored brings back. */
export interface Returned {
  text: string
  /** Missing for notes. */
  replyTo?: string | null
  uploads: readonly Upload[]
  actions?: readonly ReplyAction[]
}

/** Puts content back into its draft, before what was written meanwhile, whether or not the draft is on the screen. */
export function returnToDraft(owner: DraftOwner, place: DraftPlace, returned: Returned): void {
  const { text, replyTo, uploads, actions = [] } = returned
  const onScreen = shown.get(keyOf(owner, place))
  const keeper = onScreen ?? openDraft(owner, place)
  keeper.change({
    text: joined(text, keeper.draft.get().text),
    ...(replyTo !== undefined && { replyTo }),
  })
  if (onScreen === undefined) void keeper.close()
  changeWindowDraft(owner.agentId, draftIdOf(place), (before) => ({
    uploads: [...uploads, ...before.uploads],
    actions: plannedActions([...actions, ...before.actions]),
  }))
}

/** A draft that was changed more recently is probably being typed in another tab, which saves it. */
export const settledAfterMs = 10_000
/** Between runs of which each has failed, without jitter. */
const maxRetryDelayMs = 60_000

/**
 * Saves drafts whose last save failed and that are not on the screen: the copy in this browser is the newest. Drafts that
 * were changed just now follow later, and so do those whose save fails again.
 */
export function createUnsavedSaves(owner: DraftOwner, signal: AbortSignal): () => Promise<void> {
  const { platform } = owner.session
  let cancelNext = () => {}
  let failedRuns = 0
  let hasFailed = false
  const schedule = (delayMs: number) => {
    cancelNext()
    if (!signal.aborted) cancelNext = platform.after(delayMs, () => void run())
  }
  const saves = createSequentialSaves({
    list: () => unsavedDrafts(owner.agentId),
    async save(place) {
      if (shown.has(keyOf(owner, place))) return
      // The clock may have been set back since.
      if (Math.abs(Date.now() - draftChangedAt(owner.agentId, draftIdOf(place))) >= settledAfterMs) {
        await openDraft(owner, place).close()
        return
      }
      schedule(settledAfterMs)
    },
    signal,
  })
  async function run(): Promise<void> {
    hasFailed = false
    await saves()
    if (!hasFailed) failedRuns = 0
  }
  scheduleUnsaved.set(owner.session, () => {
    if (!hasFailed) failedRuns += 1
    hasFailed = true
    schedule(Math.min(maxRetryDelayMs, settledAfterMs * 2 ** (failedRuns - 1)) * (1 + platform.random()))
  })
  return run
}

/** The returned text precedes text written meanwhile. */
export const joined = (content: string, draft: string): string => {
  if (content === '') return draft
  return draft.trim() === '' ? content : `${content}\n${draft}`
}
