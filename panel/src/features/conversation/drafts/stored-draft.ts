import type { DraftKind } from '@parley/protocol/draft'

/** Unsent text and what is known of its copy on the server. */
export interface KeptDraft {
  text: string
  /** The message being replied to. */
  replyTo: string | null
  /** Version on the server; 0: none. */
  version: number
  /** Changed since it was saved on the server. */
  isDirty: boolean
}

export const emptyDraft: KeptDraft = { text: '', replyTo: null, version: 0, isDirty: false }

/** What a draft is for. */
export interface DraftPlace {
  conversationId: string
  kind: DraftKind
}

/** Draft id in this browser. */
export const draftIdOf = ({ conversationId, kind }: DraftPlace): string =>
  kind === 'reply' ? conversationId : `${conversationId}/${kind}`

const prefix = 'parley-draft:'
const draftLifetimeMs = 30 * 86_400_000

const keyOf = (agentId: string, draftId: string) => `${prefix}${agentId}:${draftId}`

/** Reads the copy in this browser, which is newer than the server's if a save failed. */
export function readDraft(agentId: string, draftId: string): KeptDraft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(agentId, draftId)) ?? 'null')
    if (!isDraft(stored)) return emptyDraft
    const version = 'version' in stored && typeof stored.version === 'number' ? stored.version : 0
    // Drafts of earlier versions are on no server yet.
    const isDirty = 'isDirty' in stored ? stored.isDirty === true : true
    return { text: stored.text, replyTo: stored.replyTo, version, isDirty }
  } catch {
    return emptyDraft
  }
}

export function writeDraft(agentId: string, draftId: string, draft: KeptDraft): void {
  try {
    const key = keyOf(agentId, draftId)
    const isEmpty = draft.text.trim() === '' && draft.replyTo === null
    if (isEmpty && !draft.isDirty) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }))
  } catch {
    // Storage may be blocked or full: the draft then lasts as long as the page, and on the server.
  }
}

/** Drafts of this agent with changes that the server does not have. */
export function unsavedDrafts(agentId: string): DraftPlace[] {
  const ownPrefix = keyOf(agentId, '')
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(ownPrefix))
      .map((key) => key.slice(ownPrefix.length))
      .filter((draftId) => readDraft(agentId, draftId).isDirty)
      .map((draftId) => {
        const [conversationId = '', kind] = draftId.split('/')
        return { conversationId, kind: kind === 'note' ? kind : 'reply' }
      })
  } catch {
    return []
  }
}

/** When the copy in this browser was last changed, in Unix milliseconds; 0: unknown. */
export function draftChangedAt(agentId: string, draftId: string): number {
  try {
    return changedAt(JSON.parse(localStorage.getItem(keyOf(agentId, draftId)) ?? 'null'))
  } catch {
    return 0
  }
}

const changedAt = (stored: unknown): number =>
  typeof stored === 'object' && stored !== null && 'at' in stored ? Number(stored.at) : 0

/** Removes drafts older than 30 days. Runs once per page load. */
function forgetOldDrafts(now: number): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      if (!(now - changedAt(stored) < draftLifetimeMs)) localStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked, so there are no drafts.
  }
}

function isDraft(value: unknown): value is Pick<KeptDraft, 'text' | 'replyTo'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'replyTo' in value &&
    (value.replyTo === null || typeof value.replyTo === 'string')
  )
}

forgetOldDrafts(Date.now())
