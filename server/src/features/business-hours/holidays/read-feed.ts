import type { HolidayFeedProblem, HoursException } from '@parley/protocol/business-hours'
import type { Clock } from '../../../core/clock.ts'
import { dayOf } from '../zoned-time.ts'
import type { FeedContent } from './holiday-feed-store.ts'
import { readHolidays } from './read-holidays.ts'

/** The address, checked and fetched by the rules of webhooks. Implemented by the webhooks feature. */
export type FetchCalendar = (request: {
  url: string
  tenant: string
  accept: string
  maxBytes: number
  etag: string | null
  lastModified: string | null
}) => Promise<
  | { outcome: 'fetched'; body: Buffer; etag: string | null; lastModified: string | null }
  | { outcome: 'not_modified' }
  | { outcome: 'url_invalid' | 'refused' | 'unreachable' | 'redirected' | 'bad_status' | 'too_large' }
>

export type FeedReading =
  | { outcome: 'read'; content: FeedContent }
  | { outcome: 'not_modified' }
  | { outcome: 'failed'; problem: ReadingProblem }

export type ReadingProblem = Exclude<HolidayFeedProblem, 'url_unreadable'> | 'url_invalid'

const maxBytes = 1_048_576

/** `webcal:` asks a browser to subscribe; the calendar itself comes over HTTPS. */
export const httpsUrl = (address: string): string => address.trim().replace(/^webcals?:/i, 'https:')

/** Fetches and reads a calendar. `known`: what was read before, for a conditional request. */
export async function readFeed(
  { fetchCalendar, clock }: { fetchCalendar: FetchCalendar; clock: Clock },
  feed: { url: string; organizationId: string; known: FeedContent | null },
): Promise<FeedReading> {
  const fetched = await fetchCalendar({
    url: feed.url,
    tenant: feed.organizationId,
    accept: 'text/calendar, */*;q=0.1',
    maxBytes,
    etag: feed.known?.etag ?? null,
    lastModified: feed.known?.last_modified ?? null,
  })
  if (fetched.outcome === 'not_modified') return fetched
  if (fetched.outcome !== 'fetched') return { outcome: 'failed', problem: fetched.outcome }
  const today = dayOf(new Date(clock()).toISOString().slice(0, 10))
  const read = readHolidays(fetched.body, today)
  if (read.outcome !== 'read') return { outcome: 'failed', problem: read.outcome }
  const holidays: HoursException[] = read.holidays.map((holiday) => ({ ...holiday, periods: [] }))
  return {
    outcome: 'read',
    content: { holidays, etag: fetched.etag, last_modified: fetched.lastModified },
  }
}
