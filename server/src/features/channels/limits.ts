import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { after } from './backoff.ts'

/**
 * A platform's "too many requests" does not say whether it concerns the contact or the whole account. Once two contacts are
 * told to wait at the same time, in any process, the account waits. The contact's own wait is stored before: of two processes, one sees that
 * of the other. Contacts whose message has failed wait as well, but not because of a limit. Never shortens a wait.
 */
export const pauseLimitedAccount = (
  db: Database,
  { providerId, contact, seconds }: { providerId: string; contact: string; seconds: number },
  now: RawBuilder<string>,
): Promise<unknown> =>
  sql`
    update channel_connection a set paused_until = greatest(a.paused_until, ${after(now, seconds * 1000)})
    where a.provider_id = ${providerId} and exists (
      select from channel_contact k
      where k.provider_id = a.provider_id and k.contact <> ${contact}
        and k.outbound_due_at is not null and k.outbound_not_before > ${now}
        and not exists (
          select from channel_outbox o
          where o.provider_id = k.provider_id and o.contact = k.contact and o.state = 'pending' and (o.attempts > 0 or o.file_attempts > 0)
        )
    )`.execute(db)
