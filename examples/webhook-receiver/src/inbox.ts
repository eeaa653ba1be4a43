import type { WebhookEvent } from '@parley/node'
import { DatabaseSync } from 'node:sqlite'

/** Received events in a file: after a 2xx response an event is not sent again. */
export interface Inbox {
  /** Stores the event durably. Returns false for a known event; if that is not done yet, it is replaced, with its new links. */
  keep(event: WebhookEvent): boolean
  /** Stored events that are not done, in the order of their last receipt. */
  open(): WebhookEvent[]
  done(eventId: string): void
  close(): void
}

/** An event is sent for 14 days at most. */
const retentionMs = 15 * 24 * 60 * 60 * 1000
const cleanupIntervalMs = 60 * 60 * 1000

export function openInbox(file: string): Inbox {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists event (
      id text primary key, body text not null, received_at integer not null, done integer not null default 0
    );
    create index if not exists event_by_state on event (done, received_at, id)`)
  const removeOld = db.prepare('delete from event where done = 1 and received_at < ?')
  let cleanedAt = -Infinity
  const known = db.prepare('select 1 from event where id = ?')
  const insert = db.prepare(`
    insert into event (id, body, received_at) values (?, ?, ?)
    on conflict (id) do update set
      received_at = excluded.received_at, body = case done when 0 then excluded.body else body end`)
  const select = db.prepare('select body from event where done = 0 order by received_at, id')
  const update = db.prepare('update event set done = 1 where id = ?')
  return {
    keep(event) {
      const now = Date.now()
      if (now - cleanedAt > cleanupIntervalMs) {
        removeOld.run(now - retentionMs)
        cleanedAt = now
      }
      const isNew = known.get(event.event_id) === undefined
      insert.run(event.event_id, JSON.stringify(event), now)
      return isNew
    },
    open: () => select.all().map((row) => JSON.parse(String(row['body'])) as WebhookEvent),
    done: (eventId) => void update.run(eventId),
    close: () => db.close(),
  }
}
