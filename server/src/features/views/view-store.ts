import type { InboxView } from '@parley/protocol/conversation'
import type { FilterTexts } from '@parley/protocol/conversation-filter'
import type { InboxSort } from '@parley/protocol/conversation-order'
import type { ViewVisibility } from '@parley/protocol/view'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

export interface ViewRow {
  id: string
  organization_id: string
  agent_id: string | null
  visibility: ViewVisibility['type']
  name: string
  view: InboxView
  filter: FilterTexts
  sort: InboxSort
  created_at: string
  updated_at: string
}

/** JSON is written as text. */
type ViewTables = { saved_view: Omit<ViewRow, 'filter'> & { filter: FilterTexts | string } }

const tables = (db: Database | Transaction) => (db as Database).withTables<ViewTables>()

/** The organization's views and the agent's own; nobody sees personal views of others. */
const visibleTo = (db: Database | Transaction, organizationId: string, agentId: string) =>
  tables(db)
    .selectFrom('saved_view')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('visibility', '=', 'organization'), eb('agent_id', '=', agentId)]))

/** Shared ones first, each by name. */
export const listViews = (db: Database, organizationId: string, agentId: string) =>
  visibleTo(db, organizationId, agentId)
    .orderBy('visibility')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute() as Promise<ViewRow[]>

export const findView = (
  db: Database | Transaction,
  organizationId: string,
  agentId: string,
  viewId: string,
) =>
  visibleTo(db, organizationId, agentId).where('id', '=', viewId).executeTakeFirst() as Promise<
    ViewRow | undefined
  >

/** Serializes changes of an organization's views until the commit, so that their number stays within the limit. */
export const lockViews = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`views ${organizationId}`}, 0))`.execute(trx)

/** Views beside this one with the same visibility: of the organization, or of this agent. */
export async function countOthers(trx: Transaction, row: ViewRow): Promise<number> {
  let rows = tables(trx)
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', row.organization_id)
    .where('visibility', '=', row.visibility)
    .where('id', '<>', row.id)
  if (row.visibility === 'personal') rows = rows.where('agent_id', '=', row.agent_id)
  return (await rows.executeTakeFirstOrThrow()).count
}

/** Inserts the view, or replaces it. */
export async function putView(trx: Transaction, row: ViewRow): Promise<void> {
  const { id: _id, organization_id: _organization, created_at: _created, ...changed } = row
  const filter = JSON.stringify(row.filter)
  await tables(trx)
    .insertInto('saved_view')
    .values({ ...row, filter })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changed, filter }))
    .execute()
}

export const deleteView = (trx: Transaction, viewId: string) =>
  tables(trx).deleteFrom('saved_view').where('id', '=', viewId).execute()

/** An agent has left: their personal views are deleted, shared ones remain without an author. */
export async function releaseViews(trx: Transaction, organizationId: string, agentId: string): Promise<void> {
  const own = { organization_id: organizationId, agent_id: agentId }
  await tables(trx)
    .deleteFrom('saved_view')
    .where((eb) => eb.and({ ...own, visibility: 'personal' }))
    .execute()
  await tables(trx)
    .updateTable('saved_view')
    .set({ agent_id: null })
    .where((eb) => eb.and(own))
    .execute()
}
