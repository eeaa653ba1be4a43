import type { Database, Transaction } from '../../core/database.ts'
import type { Generated } from 'kysely'

export interface RatingRow {
  id: string
  organization_id: string
  customer_id: string
  provider_id: string
  conversation_id: string
  started_at: string
  agent_id: string | null
  score: number
  comment: string
  changes: number
  created_at: string
  changed_at: string | null
}

type RatingTables = { rating: Omit<RatingRow, 'changes'> & { changes: Generated<number> } }

const tables = (db: Database | Transaction) => (db as Database).withTables<RatingTables>()

const columns = [
  'id',
  'organization_id',
  'customer_id',
  'provider_id',
  'conversation_id',
  'started_at',
  'agent_id',
  'score',
  'comment',
  'changes',
  'created_at',
  'changed_at',
] as const satisfies (keyof RatingRow)[]

/** The rating of this opening of the conversation. */
export const findRating = (
  db: Database | Transaction,
  conversation: { id: string; started_at: string },
): Promise<RatingRow | undefined> =>
  tables(db)
    .selectFrom('rating')
    .select(columns)
    .where('conversation_id', '=', conversation.id)
    .where('started_at', '=', conversation.started_at)
    .executeTakeFirst()

export const insertRating = (trx: Transaction, row: RatingRow) =>
  tables(trx).insertInto('rating').values(row).execute()

export const updateRating = (
  trx: Transaction,
  id: string,
  change: Pick<RatingRow, 'score' | 'comment' | 'changes' | 'changed_at'>,
) => tables(trx).updateTable('rating').set(change).where('id', '=', id).execute()

export interface RatingQuery {
  organizationId: string
  conversationId?: string | undefined
  customerId?: string | undefined
  maxScore?: number | undefined
  max: number
  /** Ratings before this one. */
  after: { created_at: string; id: string } | null
}

/** Newest first. */
export function listRatings(db: Database, query: RatingQuery): Promise<RatingRow[]> {
  const { conversationId, customerId, maxScore, after } = query
  let rows = tables(db)
    .selectFrom('rating')
    .select(columns)
    .where('organization_id', '=', query.organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.max)
  if (conversationId !== undefined) rows = rows.where('conversation_id', '=', conversationId)
  if (customerId !== undefined) rows = rows.where('customer_id', '=', customerId)
  if (maxScore !== undefined) rows = rows.where('score', '<=', maxScore)
  if (after)
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)))
  return rows.execute()
}
