import type { ComposerSettings, Draft, DraftKind } from '@parley/protocol/draft'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { deleteInBatches } from '../../core/delete-in-batches.ts'

export interface DraftKey {
  organizationId: string
  agentId: string
  conversationId: string
  kind: DraftKind
}

const columns = sql.raw('conversation_id, kind, content, reply_to_id, version, updated_at')

/** Newest first. */
export async function draftsOf(
  db: Database,
  agent: { organizationId: string; agentId: string },
  max: number,
): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select ${columns} from draft
    where organization_id = ${agent.organizationId} and agent_id = ${agent.agentId}
      and (content <> '' or reply_to_id is not null)
    order by updated_at desc, conversation_id, kind limit ${max}`.execute(db)
  return rows
}

/**
 * An emptied draft keeps its row until the sweep: the next version is larger than that of the deletion, also if both are written
 * in one millisecond.
 * @param now of the database, so that versions of several processes grow
 */
export async function writeDraft(
  db: Database,
  key: DraftKey,
  text: { content: string; reply_to_id: string | null },
  now: RawBuilder<string>,
): Promise<Draft> {
  const { rows } = await sql<Draft>`
    insert into draft (organization_id, agent_id, conversation_id, kind, content, reply_to_id, version, updated_at)
    select ${key.organizationId}, ${key.agentId}, ${key.conversationId}, ${key.kind}, ${text.content},
      ${text.reply_to_id}::uuid, floor(extract(epoch from at) * 1000)::bigint, at
    from (select ${now} as at) clock
    on conflict (agent_id, conversation_id, kind) do update set
      content = excluded.content, reply_to_id = excluded.reply_to_id, updated_at = excluded.updated_at,
      version = greatest(draft.version + 1, excluded.version)
    returning ${columns}`.execute(db)
  return rows[0]!
}

/** Deletes all drafts of a removed agent. */
export const deleteDraftsOf = (db: Database, agentId: string) =>
  sql`delete from draft where agent_id = ${agentId}`.execute(db)

/** Deletes drafts past their lifetime, emptied ones included. */
export const deleteDraftsBefore = (db: Database, before: string) =>
  deleteInBatches(db, 'draft', sql`updated_at < ${before}`)

export async function readComposerSettings(
  db: Database,
  agentId: string,
): Promise<ComposerSettings | undefined> {
  const { rows } = await sql<ComposerSettings>`
    select undo_send from composer_setting where agent_id = ${agentId}`.execute(db)
  return rows[0]
}

export const writeComposerSettings = (
  db: Database,
  { organizationId, agentId }: { organizationId: string; agentId: string },
  { undo_send: undoSend }: ComposerSettings,
) =>
  sql`insert into composer_setting (organization_id, agent_id, undo_send)
    values (${organizationId}, ${agentId}, ${undoSend})
    on conflict (agent_id) do update set undo_send = excluded.undo_send`.execute(db)
