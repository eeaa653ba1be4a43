/** Unsent text, stored in this browser per agent and draft id. The draft id of a reply is its conversation's id. */
export interface Draft {
  text: string
  /** The message being replied to. */
  replyTo: string | null
}

export const emptyDraft: Draft = { text: '', replyTo: null }

const prefix = 'parley-draft:'
const draftLifetimeMs = 30 * 86_400_000

const keyOf = (agentId: string, draftId: string) => `${prefix}${agentId}:${draftId}`

export function readDraft(agentId: string, draftId: string): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(agentId, draftId)) ?? 'null')
    return isDraft(stored) ? { text: stored.text, replyTo: stored.replyTo } : emptyDraft
  } catch {
    return emptyDraft
  }
}

export function writeDraft(agentId: string, draftId: string, draft: Draft): void {
  try {
    const key = keyOf(agentId, draftId)
    if (draft.text.trim() === '' && draft.replyTo === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }))
  } catch {
    // Storage may be blocked or full: the draft then lasts as long as the page.
  }
}

/** Removes drafts older than 30 days. Runs once per page load. */
function forgetOldDrafts(now: number): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      const at = typeof stored === 'object' && stored !== null && 'at' in stored ? Number(stored.at) : 0
      if (!(now - at < draftLifetimeMs)) localStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked, so there are no drafts.
  }
}

function isDraft(value: unknown): value is Draft {
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
