import { createStore } from '@parley/client/state/store'
import type { Upload } from '@parley/client/sending/upload'
import type { ReplyAction } from '@parley/protocol/canned-reply'

/** The part of a draft that only this window knows. */
export interface WindowDraft {
  uploads: readonly Upload[]
  /** Attachments of canned replies that are being downloaded: this many replies. */
  fetching: number
  /** Inserted canned replies. */
  replyIds: readonly string[]
  /** Actions to run after sending. */
  actions: readonly ReplyAction[]
}

const nothing: WindowDraft = { uploads: [], fetching: 0, replyIds: [], actions: [] }

/** By draft id, so that uploads and downloads continue while another conversation is open. */
const all = createStore<ReadonlyMap<string, WindowDraft>>(new Map())

export const onWindowDrafts = all.subscribe

/** `draftId`: as in `readDraft`. */
export const windowDraft = (draftId: string): WindowDraft => all.get().get(draftId) ?? nothing

/** `update` gets the newest value: changes arrive from downloads and notifications of earlier renders. */
export function changeWindowDraft(
  draftId: string,
  update: (before: WindowDraft) => Partial<WindowDraft>,
): void {
  const before = windowDraft(draftId)
  const next = { ...before, ...update(before) }
  const drafts = new Map(all.get())
  const { uploads, fetching, replyIds, actions } = next
  if (uploads.length + fetching + replyIds.length + actions.length === 0) drafts.delete(draftId)
  else drafts.set(draftId, next)
  all.set(drafts)
}
