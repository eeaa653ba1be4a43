import type { HolidayFeedProblem, HoursException } from '@parley/protocol/business-hours'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../core/database.ts'

type HolidayFeedTables = {
  holiday_feed: {
    hours_id: string
    organization_id: string
    url: string
    holidays: unknown
    changed_at: string
    read_at: string
    content_at: string
    problem: string | null
    failures: number
    next_at: string
    etag: string | null
    last_modified: string | null
  }
}

/** The content of a calendar, and the headers of the next conditional request. */
export interface FeedContent {
  holidays: HoursException[]
  etag: string | null
  last_modified: string | null
}

export interface FeedRow extends FeedContent {
  hours_id: string
  organization_id: string
  /** Sealed. */
  url: string
  read_at: string
  content_at: string
  problem: HolidayFeedProblem | null
  failures: number
}

const tables = (db: Database | Transaction) => (db as Database).withTables<HolidayFeedTables>()

const feeds = (db: Database | Transaction) =>
  tables(db)
    .selectFrom('holiday_feed')
    .select([
      'hours_id',
      'organization_id',
      'url',
      'read_at',
      'content_at',
      'failures',
      'etag',
      'last_modified',
    ])
    .select(sql<HoursException[]>`holidays`.as('holidays'))
    .select(sql<HolidayFeedProblem | null>`problem`.as('problem'))

export const findFeed = (db: Database | Transaction, hoursId: string): Promise<FeedRow | undefined> =>
  feeds(db).where('hours_id', '=', hoursId).executeTakeFirst()

/** Of the organization and its teams. */
export const findFeeds = (db: Database, organizationId: string): Promise<FeedRow[]> =>
  feeds(db).where('organization_id', '=', organizationId).execute()

/** Returns the feeds that are due first. */
export const findDueFeeds = (db: Database, now: string, max: number): Promise<FeedRow[]> =>
  feeds(db).where('next_at', '<=', now).orderBy('next_at').limit(max).execute()

/** Replaces the feed of the hours. */
export async function insertFeed(
  trx: Transaction,
  feed: Omit<FeedRow, 'failures'> & { changed_at: string; next_at: string },
): Promise<void> {
  const row = { ...feed, holidays: JSON.stringify(feed.holidays), failures: 0 }
  await tables(trx)
    .insertInto('holiday_feed')
    .values(row)
    .onConflict((conflict) => conflict.column('hours_id').doUpdateSet(row))
    .execute()
}

export async function deleteFeed(trx: Transaction, hoursId: string): Promise<void> {
  await tables(trx).deleteFrom('holiday_feed').where('hours_id', '=', hoursId).execute()
}

/** Changes the feed unless it has another address by now. Returns whether it did. */
export async function updateFeed(
  db: Database | Transaction,
  { hours_id: hoursId, url }: FeedRow,
  change: {
    read_at?: string
    content_at?: string
    changed_at?: string
    problem?: HolidayFeedProblem | null
    failures?: number
    next_at: string
  } & Partial<FeedContent>,
): Promise<boolean> {
  const { holidays, ...rest } = change
  const { numUpdatedRows } = await tables(db)
    .updateTable('holiday_feed')
    .set({ ...rest, ...(holidays && { holidays: JSON.stringify(holidays) }) })
    .where('hours_id', '=', hoursId)
    .where('url', '=', url)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
