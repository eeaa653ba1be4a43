import type { BusinessHours, HolidayFeedProblem } from '@parley/protocol/business-hours'
import type { ErrorCode } from '@parley/protocol/error'
import { AppError } from '../../../core/app-error.ts'
import { timestamp, type Clock } from '../../../core/clock.ts'
import { readDatabaseMs } from '../../../core/database-time.ts'
import type { Database, Transaction } from '../../../core/database.ts'
import type { Logger } from '../../../core/logger.ts'
import type { RateLimits } from '../../../core/rate-limits.ts'
import type { Secrets } from '../../../core/secrets.ts'
import { findHours } from '../business-hours-store.ts'
import {
  deleteFeed,
  findDueFeeds,
  findFeed,
  findFeeds,
  insertFeed,
  updateFeed,
  type FeedContent,
  type FeedRow,
} from './holiday-feed-store.ts'
import { httpsUrl, readFeed, type FetchCalendar, type ReadingProblem } from './read-feed.ts'

export interface HolidayFeedDeps {
  db: Database
  clock: Clock
  logger: Logger
  secrets: Secrets
  rateLimits: RateLimits
  fetchCalendar: FetchCalendar
  /** Ends a sweep early. */
  signal: AbortSignal
}

/** The effect of saving hours on their feed. */
export type FeedChange = { kind: 'keep' | 'inherit' | 'remove' } | { kind: 'set'; feed: NewFeed }

interface NewFeed extends FeedContent {
  url: string
  read_at: string
  content_at: string
  problem: HolidayFeedProblem | null
}

const hourMs = 3_600_000
/** Less than a day, because the job runs once an hour. */
const refreshIntervalMs = 23.5 * hourMs
const retryDelayMs = (failures: number) => Math.min(hourMs * 2 ** Math.min(failures, 5), refreshIntervalMs)
/** An unchanged calendar is still read in full after this time, because the window of its recurring dates moves. */
const maxContentAgeMs = 30 * 24 * hourMs
/** Limits requests caused by saving addresses and by "Read now", per organization. */
const requestsOfOrganization = { burst: 10, perSecond: 1 / 30 }
const notRead = 'calendar of holidays not read'
const batch = { size: 100, concurrency: 4 }

const sealContext = (hoursId: string) => `holiday_feed ${hoursId} url`

export type HolidayFeeds = ReturnType<typeof createHolidayFeeds>

/** Holiday calendars. If one cannot be read, its previous dates are kept. */
export function createHolidayFeeds(deps: HolidayFeedDeps) {
  const { db, clock, logger, secrets, signal } = deps
  const requests = deps.rateLimits.buckets('holiday-feeds', requestsOfOrganization)

  /** By the database's clock: one that is ahead would stop the reading for as long. */
  const nextAt = async (delayMs: number, on: Database | Transaction = db) =>
    timestamp((await readDatabaseMs(on, clock)) + delayMs)

  /** null: PARLEY_SECRET is not the one that sealed it. */
  function urlOf(row: FeedRow): string | null {
    try {
      return secrets.open(row.url, sealContext(row.hours_id))
    } catch {
      return null
    }
  }

  function takeRequest(organizationId: string): void {
    const waitMs = requests.take(organizationId)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
  }

  /** Reads a calendar that the organization does not have yet. @throws AppError holiday_feed_* */
  async function readNew(organizationId: string, url: string): Promise<NewFeed> {
    takeRequest(organizationId)
    const reading = await readFeed(deps, { url, organizationId, known: null })
    if (reading.outcome !== 'read')
      throw new AppError(reading.outcome === 'failed' ? errorOf[reading.problem] : errorOf.bad_status, {
        pointer: '/body/holiday_feed',
      })
    const now = timestamp(clock())
    return { ...reading.content, url, read_at: now, content_at: now, problem: null }
  }

  /** Reads a calendar again. `change` runs a transaction that announces changed hours. */
  async function refresh(
    row: FeedRow,
    change: (work: (trx: Transaction) => Promise<boolean>) => Promise<void>,
  ) {
    const { organization_id: organizationId } = row
    const isRecent = clock() - Date.parse(row.content_at) < maxContentAgeMs
    const url = urlOf(row)
    if (url === null) {
      logger.info({ organization_id: organizationId, problem: 'url_unreadable' }, notRead)
      // Stored state and retry delay are those of real attempts, and count again once the secret is back.
      await updateFeed(db, row, { next_at: await nextAt(hourMs) })
      return
    }
    const reading = await readFeed(deps, { url, organizationId, known: isRecent ? row : null })
    const now = timestamp(clock())
    if (reading.outcome === 'failed') {
      // Addresses that were allowed when they were saved may be invalid by now.
      const problem = reading.problem === 'url_invalid' ? 'refused' : reading.problem
      logger.info({ organization_id: organizationId, problem }, notRead)
      const next = await nextAt(retryDelayMs(row.failures))
      await updateFeed(db, row, { problem, failures: row.failures + 1, next_at: next })
      return
    }
    const done = { problem: null, failures: 0, read_at: now, next_at: await nextAt(refreshIntervalMs) }
    if (reading.outcome === 'not_modified') {
      await updateFeed(db, row, done)
      return
    }
    const { content } = reading
    const update = { ...done, ...content, content_at: now }
    if (JSON.stringify(keyless(content)) === JSON.stringify(keyless(row))) await updateFeed(db, row, update)
    else await change((trx) => updateFeed(trx, row, { ...update, changed_at: now }))
  }

  async function insert(
    trx: Transaction,
    organizationId: string,
    hoursId: string,
    { url, holidays, etag, last_modified, read_at, content_at, problem }: NewFeed,
  ): Promise<void> {
    await insertFeed(trx, {
      hours_id: hoursId,
      organization_id: organizationId,
      url,
      holidays,
      etag,
      last_modified,
      read_at,
      content_at,
      problem,
      changed_at: timestamp(clock()),
      next_at: await nextAt(refreshIntervalMs, trx),
    })
  }

  /**
   * Copies the organization's feed if its address cannot be decrypted, because the panel has no address to send. The address stays
   * sealed for the organization's hours, so the copy is not readable later either.
   */
  async function inherit(trx: Transaction, organizationId: string, hoursId: string): Promise<void> {
    const hours = await findHours(trx, { organizationId, teamId: null })
    const feed = hours && (await findFeed(trx, hours.id))
    if (!feed || urlOf(feed) !== null) return
    // Others may have saved these hours meanwhile.
    if (await findFeed(trx, hoursId)) return
    await insert(trx, organizationId, hoursId, feed)
  }

  return {
    /**
     * What an input means for the feed; a new address is read at once. Another feed of the organization with this address is copied.
     * @throws AppError holiday_feed_*, rate_limited
     */
    async prepare(
      organizationId: string,
      hoursId: string | undefined,
      address: string | null | undefined,
    ): Promise<FeedChange> {
      if (address === undefined) return { kind: hoursId === undefined ? 'inherit' : 'keep' }
      if (address === null) return { kind: 'remove' }
      const url = httpsUrl(address)
      const known = (await findFeeds(db, organizationId)).filter((row) => urlOf(row) === url)
      if (known.some((row) => row.hours_id === hoursId)) return { kind: 'keep' }
      const [other] = known
      return { kind: 'set', feed: other ? { ...other, url } : await readNew(organizationId, url) }
    },

    async apply(
      trx: Transaction,
      organizationId: string,
      hoursId: string,
      change: FeedChange,
    ): Promise<void> {
      if (change.kind === 'remove') await deleteFeed(trx, hoursId)
      if (change.kind === 'inherit') await inherit(trx, organizationId, hoursId)
      if (change.kind !== 'set') return
      const url = secrets.seal(change.feed.url, sealContext(hoursId))
      await insert(trx, organizationId, hoursId, { ...change.feed, url })
    },

    /** `withUrl`: for admins. */
    async view(
      executor: Database | Transaction,
      hoursId: string,
      withUrl: boolean,
    ): Promise<BusinessHours['holiday_feed']> {
      const row = await findFeed(executor, hoursId)
      if (!row) return null
      const url = urlOf(row)
      const problem = url === null ? 'url_unreadable' : row.problem
      const holidays = row.holidays.map(({ date, name }) => ({ date, name }))
      return { url: withUrl ? url : null, read_at: row.read_at, problem, holidays }
    },

    /** Reads the calendar of these hours now. @throws AppError not_found, rate_limited */
    async readNow(hoursId: string | undefined, change: ChangeHours): Promise<void> {
      const row = hoursId === undefined ? undefined : await findFeed(db, hoursId)
      if (!row) throw new AppError('not_found')
      takeRequest(row.organization_id)
      await refresh(row, (work) => change(row.organization_id, work))
    },

    /** Reads all calendars that are due. Throws at the end of a batch in which one failed unexpectedly. */
    async sweep(change: ChangeHours): Promise<void> {
      for (;;) {
        const due = await findDueFeeds(db, await nextAt(0), batch.size)
        const left = due.values()
        const errors: unknown[] = []
        const work = async () => {
          for (const row of left) {
            if (signal.aborted) return
            await refresh(row, (write) => change(row.organization_id, write)).catch((error: unknown) =>
              errors.push(error),
            )
          }
        }
        await Promise.all(Array.from({ length: batch.concurrency }, work))
        if (errors.length > 0) throw errors[0]
        if (due.length < batch.size || signal.aborted) return
      }
    },
  }
}

/** `work` returns whether it has changed hours. */
export type ChangeHours = (
  organizationId: string,
  work: (trx: Transaction) => Promise<boolean>,
) => Promise<void>

/** Holidays as comparable values: PostgreSQL reorders the keys of JSON. */
const keyless = ({ holidays }: FeedContent) => holidays.map(({ date, name }) => [date, name])

const errorOf: Record<ReadingProblem, ErrorCode> = {
  url_invalid: 'holiday_feed_url_invalid',
  refused: 'holiday_feed_refused',
  unreachable: 'holiday_feed_unreachable',
  redirected: 'holiday_feed_redirected',
  bad_status: 'holiday_feed_bad_status',
  too_large: 'holiday_feed_too_large',
  not_calendar: 'holiday_feed_not_calendar',
}
