import type { LogEntry } from '@parley/protocol/event'
import type { Media, MediaRecord } from '@parley/protocol/media'
import type { MessageRecord } from '@parley/protocol/message'
import type { StoredEntry } from '../../core/event-log.ts'

/** A stored entry as sockets receive it: without its audience, attachments with links. */
export function renderEntry(entry: StoredEntry, withLinks: (media: MediaRecord[]) => Media[]): LogEntry {
  const { audience: _, ...sent } = entry
  if (entry.type !== 'message.created') return sent as unknown as LogEntry
  const data = entry.data as MessageRecord
  if (data.media.length === 0) return sent as unknown as LogEntry
  return { ...sent, data: { ...data, media: withLinks(data.media) } } as LogEntry
}
