import type {
  AttributeValues,
  CustomerContextChanged,
  VisitPageParams,
} from '@parley/protocol/visitor-context'
import { maxPageTitle } from '@parley/protocol/visitor-context'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { findAttributes, saveConfirmed, saveStated } from './attribute-store.ts'
import { originOf, pageAddress } from './page-address.ts'
import { readUserAgent } from './user-agent.ts'
import { addPage, deleteUncollectedVisits, deleteVisits, findVisit } from './visit-store.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** The context of a customer has changed: agents' panels that follow this customer reload it. */
    'visitor.context': CustomerContextChanged & { organization_id: string }
  }
}

const minuteMs = 60_000
/** A longer pause ends a visit, as in web analytics. */
const pauseMs = 30 * minuteMs
const retentionMs = 30 * 24 * 60 * minuteMs
const batchSize = 1000

interface Who {
  organizationId: string
  customerId: string
}

export type VisitorContexts = ReturnType<typeof createVisitorContext>

/** Pages and attributes of customers (docs/decisions/visitor-context.md). */
export function createVisitorContext({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }) {
  const announce = ({ organizationId, customerId }: Who, what: CustomerContextChanged['what']) =>
    bus.publish('visitor.context', { organization_id: organizationId, customer_id: customerId, what })

  return {
    /** @param origin of the customer's socket; null: of no page. A page of another site is ignored, because agents follow the link */
    async addPage({ organizationId, customerId }: Who, page: VisitPageParams, origin: string | null) {
      const url = pageAddress(page.url, { campaign: true })
      if (url === null || originOf(url) !== origin) return
      const referrer = page.referrer === undefined ? null : pageAddress(page.referrer, { campaign: false })
      const now = clock()
      await addPage(
        db,
        {
          organization_id: organizationId,
          customer_id: customerId,
          referrer: referrer !== null && originOf(referrer) !== originOf(url) ? referrer : null,
          ...readUserAgent(page.user_agent),
          language: page.language ?? null,
          time_zone: isTimeZone(page.time_zone) ? page.time_zone : null,
          page: { url, title: plainText(page.title), viewed_at: timestamp(now) },
        },
        timestamp(now - pauseMs),
      )
      announce({ organizationId, customerId }, 'visit')
    },

    /** Attributes that the page states. */
    async state(who: Who, values: AttributeValues): Promise<void> {
      if (await saveStated(db, { ...who, values })) announce(who, 'attributes')
    },

    /** Attributes of a signed token. @param issuedAt milliseconds */
    async confirm(who: Who, values: AttributeValues, issuedAt: number): Promise<void> {
      if (await saveConfirmed(db, { ...who, values }, timestamp(issuedAt))) announce(who, 'attributes')
    },

    visitOf: async (organizationId: string, customerId: string) =>
      (await findVisit(db, organizationId, customerId)) ?? null,

    attributesOf: (customerIds: string[]) => findAttributes(db, customerIds),

    /** Deletes visits past their retention or of widgets that no longer collect them, in small transactions. */
    async sweep(): Promise<void> {
      while ((await deleteUncollectedVisits(db, batchSize)) === batchSize);
      const before = timestamp((await readDatabaseMs(db, clock)) - retentionMs)
      while ((await deleteVisits(db, before, batchSize)) === batchSize);
    },
  }
}

function isTimeZone(name: string | undefined): name is string {
  if (name === undefined) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** One line that PostgreSQL can store. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxPageTitle)
    .toWellFormed()
