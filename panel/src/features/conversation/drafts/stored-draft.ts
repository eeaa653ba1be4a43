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

/** Drafts that could not be stored, because storage is blocked or full, by key. They last until the page is closed. */
const unstored = new Map<string, KeptDraft & { at: number }>()

/** Reads the copy in this browser, which is newer than the server's if a save failed. */
export function readDraft(agentId: string, draftId: string): KeptDraft {
  const kept = readCopy(keyOf(agentId, draftId))
  if (!isDraft(kept)) return emptyDraft
  const version = 'version' in kept && typeof kept.version === 'number' ? kept.version : 0
  // Drafts of earlier versions are on no server yet.
  const isDirty = 'isDirty' in kept ? kept.isDirty === true : true
  return { text: kept.text, replyTo: kept.replyTo, version, isDirty }
}

function readCopy(key: string): unknown {
  const own = unstored.get(key)
  const stored = readStored(key)
  // Another tab may have stored a newer one.
  return own !== undefined && own.at >= changedAt(stored) ? own : stored
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function writeDraft(agentId: string, draftId: string, draft: KeptDraft): void {
  const key = keyOf(agentId, draftId)
  unstored.delete(key)
  if (draft.text.trim() === '' && draft.replyTo === null && !draft.isDirty) return removeStored(key)
  const copy = { ...draft, at: Date.now() }
  try {
    localStorage.setItem(key, JSON.stringify(copy))
  } catch {
    unstored.set(key, copy)
    // The former text would be taken for the newest, and replace the server's after a reload.
    removeStored(key)
  }
}

function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}

/** Drafts of this agent with changes that the server does not have. */
export function unsavedDrafts(agentId: string): DraftPlace[] {
  const ownPrefix = keyOf(agentId, '')
  return [...new Set([...storedKeys(), ...unstored.keys()])]
    .filter((key) => key.startsWith(ownPrefix))
    .map((key) => key.slice(ownPrefix.length))
    .filter((draftId) => readDraft(agentId, draftId).isDirty)
    .map((draftId) => {
      const [conversationId = '', kind] = draftId.split('/')
      return { conversationId, kind: kind === 'note' ? kind : 'reply' }
    })
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** When the copy in this browser was last changed, in Unix milliseconds; 0: unknown. */
export const draftChangedAt = (agentId: string, draftId: string): number =>
  changedAt(readCopy(keyOf(agentId, draftId)))

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
