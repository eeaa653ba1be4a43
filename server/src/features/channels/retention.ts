import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { deleteInBatches } from '../../core/delete-in-batches.ts'

/** Platforms retry an update for a day at most. */
const inboundDays = 3
/** Far longer than a consumer of the log is ever behind. */
const automaticDays = 30
/** How long a failed message can be sent again. */
const outboxDays = 30

/** Returns a job that deletes what is handled. References between messages are kept: replies and edits need them. */
export const createChannelRetention =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (): Promise<void> => {
    // A scalar subquery is evaluated once, so that indexes can be used.
    const daysAgo = (days: number) => sql`(select ${databaseNow(clock)} - ${days} * interval '1 day')`
    await deleteInBatches(db, 'channel_inbound', sql`done_at < ${daysAgo(inboundDays)}`)
    await deleteInBatches(db, 'channel_outbox', sql`finished_at < ${daysAgo(outboxDays)}`)
    await deleteInBatches(db, 'channel_automatic_message', sql`created_at < ${daysAgo(automaticDays)}`)
  }
