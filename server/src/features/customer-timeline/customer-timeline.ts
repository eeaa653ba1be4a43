import {
  customerTimelineKinds,
  type CustomerTimelineItem,
  type CustomerTimelineItemOf,
  type CustomerTimelineKind,
} from '@parley/protocol/customer-timeline'

export interface TimelineQuery {
  organizationId: string
  customerId: string
  max: number
  /** Items before this one. */
  after: { created_at: string; id: string } | null
}

/** Returns up to `max` items of one kind, newest first, ordered by (created_at, id). */
type TimelineSource<K extends CustomerTimelineKind> = (
  query: TimelineQuery,
) => Promise<CustomerTimelineItemOf<K>[]>

export type TimelineSources = { [K in CustomerTimelineKind]: TimelineSource<K> }

/**
 * Merges items of other features into one page. Each source returns a full page, because a page may consist of one kind only;
 * there are few kinds, and each is an index scan.
 */
export async function timelinePage(
  sources: TimelineSources,
  query: TimelineQuery,
  kind: CustomerTimelineKind | undefined,
): Promise<CustomerTimelineItem[]> {
  const kinds = kind === undefined ? customerTimelineKinds : [kind]
  const found = await Promise.all(kinds.map((each): Promise<CustomerTimelineItem[]> => sources[each](query)))
  return found.flat().sort(newestFirst).slice(0, query.max)
}

/** Same order as (created_at, id) in PostgreSQL: the text order of both equals their value order. */
const newestFirst = (a: CustomerTimelineItem, b: CustomerTimelineItem): number =>
  a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1
