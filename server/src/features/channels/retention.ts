import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'

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
    const now = databaseNow(clock)
    await sql`delete from channel_inbound where done_at < ${now} - ${inboundDays} * interval '1 day'`.execute(
      db,
    )
    await sql`delete from channel_outbox where finished_at < ${now} - ${outboxDays} * interval '1 day'`.execute(
      db,
    )
    await sql`delete from channel_automatic_message where created_at < ${now} - ${automaticDays} * interval '1 day'`.execute(
      db,
    )
  }
