import type { EntryType, LogEntry } from '@parley/protocol/event'
import type { Media, MediaRecord } from '@parley/protocol/media'
import type { StoredEntry } from '../../core/event-log.ts'

/** Entries whose data has attachments. */
const withMedia: ReadonlySet<string> = new Set<EntryType>([
  'message.created',
  'message.edited',
  'message.deleted',
  'note.created',
  'note.edited',
  'note.deleted',
])

/** A stored entry as sockets receive it: without its audience and what only the log knows of its actor, attachments with links. */
export function renderEntry(entry: StoredEntry, withLinks: (media: MediaRecord[]) => Media[]): LogEntry {
  const { audience: _, ...rest } = entry
  const { actor } = entry
  const sent = { ...rest, actor: 'id' in actor ? { type: actor.type, id: actor.id } : { type: actor.type } }
  if (!withMedia.has(entry.type)) return sent as unknown as LogEntry
  const data = entry.data as { media: MediaRecord[] }
  if (data.media.length === 0) return sent as unknown as LogEntry
  return { ...sent, data: { ...data, media: withLinks(data.media) } } as LogEntry
}
