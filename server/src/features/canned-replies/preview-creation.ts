import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import { allReplies, countReplies } from './canned-reply-store.ts'
import { maxShared, requireValid } from './canned-replies.ts'
import { keyOfShortcut } from './shortcut-key.ts'

/**
 * Returns a function that throws what `create` would throw for a reply of the organization without attachments, and counts each reply that
 * it would create.
 */
export async function previewCreation(
  db: Database,
  organizationId: string,
): Promise<(reply: { shortcut: string; content: string }) => void> {
  const viewer = { organizationId, agentId: null, role: 'admin' as const, teams: [] }
  const taken = new Set((await allReplies(db, viewer)).map((reply) => reply.shortcut_key))
  let room = maxShared - (await countReplies(db, organizationId, 'shared'))
  return ({ shortcut, content }) => {
    requireValid(content.trim(), [])
    if (room <= 0) throw new AppError('canned_reply_limit')
    const key = keyOfShortcut(shortcut)
    if (taken.has(key)) throw new AppError('canned_reply_shortcut_taken')
    taken.add(key)
    room -= 1
  }
}
