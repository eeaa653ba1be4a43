import { createStore } from '@parley/client/state/store'
import type { Upload } from '@parley/client/sending/upload'
import type { ReplyAction } from '@parley/protocol/canned-reply'

/** The part of a draft that only this window knows. */
export interface WindowDraft {
  uploads: readonly Upload[]
  /** Downloads of attachments of canned replies, one per reply; abort to cancel. */
  fetching: readonly AbortController[]
  /** Inserted canned replies. */
  replyIds: readonly string[]
  /** Actions to run after sending. */
  actions: readonly ReplyAction[]
}

const nothing: WindowDraft = { uploads: [], fetching: [], replyIds: [], actions: [] }

/** By agent and draft id, so that uploads and downloads continue while another conversation is open. */
const all = createStore<ReadonlyMap<string, WindowDraft>>(new Map())

export const onWindowDrafts = all.subscribe

/** Another agent may sign in without a reload and must not see them. */
const keyOf = (agentId: string, draftId: string) => `${agentId}:${draftId}`

/** `draftId`: as in `readDraft`. */
export const windowDraft = (agentId: string, draftId: string): WindowDraft =>
  all.get().get(keyOf(agentId, draftId)) ?? nothing

/** `update` gets the newest value: changes arrive from downloads and notifications of earlier renders. */
export function changeWindowDraft(
  agentId: string,
  draftId: string,
  update: (before: WindowDraft) => Partial<WindowDraft>,
): void {
  const before = windowDraft(agentId, draftId)
  const next = { ...before, ...update(before) }
  const key = keyOf(agentId, draftId)
  const drafts = new Map(all.get())
  const { uploads, fetching, replyIds, actions } = next
  if (uploads.length + fetching.length + replyIds.length + actions.length === 0) drafts.delete(key)
  else drafts.set(key, next)
  all.set(drafts)
}
