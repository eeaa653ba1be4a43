import { maxVisitPages, type Visit, type VisitPage } from '@parley/protocol/visitor-context'
import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'

type VisitTables = { visit: Visit & { customer_id: string; organization_id: string } }

const tables = (db: Database) => db.withTables<VisitTables>()

export interface Arrival extends Omit<Visit, 'pages' | 'started_at' | 'last_at'> {
  customer_id: string
  organization_id: string
  page: VisitPage
}

/**
 * Adds a page to the customer's visit, or begins another one: after a pause, or on another device. One statement, so that
 * two tabs cannot lose each other's pages. A reloaded page is not added again.
 */
export async function addPage(db: Database, arrival: Arrival, pauseBefore: string): Promise<void> {
  const { page, customer_id, organization_id, referrer, browser, system, device, language, time_zone } =
    arrival
  const at = page.viewed_at
  const pages = JSON.stringify([page])
  const continues = sql`(visit.last_at > ${pauseBefore}::timestamptz
    and (visit.browser, visit.system, visit.device) is not distinct from (excluded.browser, excluded.system, excluded.device))`
  await sql`
    insert into visit (customer_id, organization_id, started_at, last_at, referrer, browser, system, device, language, time_zone, pages)
    values (${customer_id}, ${organization_id}, ${at}, ${at}, ${referrer}, ${browser}, ${system}, ${device}, ${language}, ${time_zone},
      ${pages}::jsonb)
    on conflict (customer_id) do update set
      started_at = case when ${continues} then visit.started_at else excluded.started_at end,
      referrer = case when ${continues} then coalesce(visit.referrer, excluded.referrer) else excluded.referrer end,
      pages = case
        when not ${continues} then excluded.pages
        when visit.pages -> 0 ->> 'url' = ${page.url}
          then jsonb_set(visit.pages, '{0,title}', to_jsonb(${page.title}::text))
        else jsonb_path_query_array(excluded.pages || visit.pages, ${`$[0 to ${maxVisitPages - 1}]`}::jsonpath)
      end,
      browser = excluded.browser, system = excluded.system, device = excluded.device,
      language = excluded.language, time_zone = excluded.time_zone, last_at = excluded.last_at`.execute(db)
}

export const findVisit = (
  db: Database,
  organizationId: string,
  customerId: string,
): Promise<Visit | undefined> =>
  tables(db)
    .selectFrom('visit')
    .select(['started_at', 'last_at', 'referrer', 'browser', 'system', 'device', 'language', 'time_zone'])
    .select('pages')
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/** Returns how many were deleted. */
export async function deleteVisits(db: Database, lastBefore: string, max: number): Promise<number> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('visit')
    .where('customer_id', 'in', (rows) =>
      rows
        .selectFrom('visit')
        .select('customer_id')
        .where('last_at', '<', lastBefore)
        .orderBy('last_at')
        .limit(max),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Visits of customers whose widget no longer collects them. Returns how many were deleted. */
export async function deleteUncollectedVisits(db: Database, max: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from visit where customer_id in (
      select v.customer_id from visit v
      join customer c on c.id = v.customer_id
      join provider p on p.id = c.provider_id
      where not p.visitor_context limit ${max}
    )`.execute(db)
  return Number(numAffectedRows)
}
