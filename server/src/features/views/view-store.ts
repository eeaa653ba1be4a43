import type { InboxView } from '@parley/protocol/conversation'
import type { FilterTexts } from '@parley/protocol/conversation-filter'
import type { InboxSort } from '@parley/protocol/conversation-order'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { visibleTo, type Viewer, type VisibilityColumns } from '../../core/visibility.ts'

export interface ViewRow extends VisibilityColumns {
  id: string
  organization_id: string
  agent_id: string | null
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

const visible = (db: Database | Transaction, viewer: Viewer) =>
  tables(db).selectFrom('saved_view').selectAll().where(visibleTo('saved_view', viewer))

/** Order: views of the organization, then of teams, then personal ones, each by name. */
export const listViews = (db: Database, viewer: Viewer) =>
  visible(db, viewer)
    .orderBy(sql`array_position(array['organization', 'team', 'personal'], visibility)`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute() as Promise<ViewRow[]>

export const findView = (db: Database | Transaction, viewer: Viewer, viewId: string) =>
  visible(db, viewer).where('id', '=', viewId).executeTakeFirst() as Promise<ViewRow | undefined>

/** Serializes changes of an organization's views until the commit, so that their number stays within the limit. */
export const lockViews = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`views ${organizationId}`}, 0))`.execute(trx)

/** Views beside this one: shared ones of the organization and its teams, or personal ones of this agent. */
export async function countOthers(trx: Transaction, row: ViewRow): Promise<number> {
  let rows = tables(trx)
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', row.organization_id)
    .where('id', '<>', row.id)
  rows =
    row.visibility === 'personal'
      ? rows.where('visibility', '=', 'personal').where('agent_id', '=', row.agent_id)
      : rows.where('visibility', '<>', 'personal')
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

/** Returns whether the team had views. */
export async function deleteViewsOfTeam(
  db: Database,
  organizationId: string,
  teamId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('saved_view')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

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
