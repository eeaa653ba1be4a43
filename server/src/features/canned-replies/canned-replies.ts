import type { CannedReplyChange, CannedReplyInput, ReplyAction } from '@parley/protocol/canned-reply'
import { unknownVariable } from '@parley/protocol/canned-reply-variables'
import type { MediaRecord } from '@parley/protocol/media'
import { plannedActions } from '@parley/protocol/reply-actions'
import type { Visibility } from '@parley/protocol/visibility'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  columnsOf,
  mayChange,
  requireShareable,
  teamUnknown,
  visibilityOf,
  type Viewer,
} from '../../core/visibility.ts'
import { checkActions, type ActionReferences } from './check-actions.ts'
import {
  allReplies,
  countReplies,
  countUse,
  deletePersonalReplies,
  deleteRepliesOfTeam,
  deleteReply,
  deleteUsesUntil,
  findReply,
  insertReply,
  listReplies,
  lockReplies,
  updateReply,
  useDays,
  type CannedReplyRow,
  type RowWithUses,
} from './canned-reply-store.ts'
import { keyOfShortcut } from './shortcut-key.ts'

/** The panel loads all replies at once when `/` is typed. */
export const maxShared = 500
const maxPersonal = 200

export interface CannedReplyDeps extends ActionReferences {
  db: Database
  bus: Bus
  clock: Clock
  /** Attaches an agent's uploads to a reply, within the transaction. */
  attachMedia: (
    trx: Transaction,
    upload: { mediaIds: string[]; agentId: string; organizationId: string; replyId: string },
  ) => Promise<MediaRecord[] | 'media_unknown'>
  /** Releases attachments, which the sweep deletes; without ids, all of the reply. */
  releaseMedia: (trx: Transaction, replyId: string, mediaIds?: string[]) => Promise<unknown>
}

export type CannedReplies = ReturnType<typeof createCannedReplies>

/** Canned replies (docs/decisions/agent-workspace.md). */
export function createCannedReplies(deps: CannedReplyDeps) {
  const { db, bus, clock } = deps
  const dayBefore = (days: number, now = clock()) => timestamp(now - days * 86_400_000).slice(0, 10)
  const since = () => dayBefore(useDays)
  // Transactions that wait for the lock hold a connection: many imports at once would take all of them.
  const turns = createKeyedSemaphore(1)

  /** @throws AppError media_unknown */
  async function mediaOf(
    trx: Transaction,
    editor: Viewer,
    reply: Pick<CannedReplyRow, 'id' | 'media'>,
    mediaIds: string[],
  ): Promise<MediaRecord[]> {
    const kept = new Map(reply.media.map((record) => [record.id, record]))
    const added = mediaIds.filter((id) => !kept.has(id))
    const removed = [...kept.keys()].filter((id) => !mediaIds.includes(id))
    if (removed.length > 0) await deps.releaseMedia(trx, reply.id, removed)
    if (added.length > 0) {
      if (editor.agentId === null) throw new AppError('media_unknown')
      const { organizationId, agentId } = editor
      const upload = { mediaIds: added, agentId, organizationId, replyId: reply.id }
      const attached = await deps.attachMedia(trx, upload)
      if (attached === 'media_unknown') throw new AppError('media_unknown')
      for (const record of attached) kept.set(record.id, record)
    }
    return mediaIds.flatMap((id) => kept.get(id) ?? [])
  }

  /** Runs `work` while no other transaction adds replies. @throws AppError canned_reply_shortcut_taken */
  async function withRepliesLocked<T>(
    organizationId: string,
    work: (trx: Transaction) => Promise<T>,
  ): Promise<T> {
    const result = await turns
      .run(organizationId, () =>
        db.transaction().execute(async (trx) => {
          await lockReplies(trx, organizationId)
          return work(trx)
        }),
      )
      .catch((error: unknown) => {
        const code = postgresCode(error)
        // The team was deleted meanwhile.
        if (code === foreignKeyViolation) throw teamUnknown(error)
        if (code !== uniqueViolation) throw error
        throw new AppError('canned_reply_shortcut_taken', { pointer: '/body/shortcut', cause: error })
      })
    announceChange(bus, organizationId, 'canned-replies')
    return result
  }

  return {
    withRepliesLocked,

    list: (reader: Viewer, page: Parameters<typeof listReplies>[3]) => listReplies(db, reader, since(), page),

    all: (reader: Viewer) => allReplies(db, reader),

    /** @throws AppError not_found */
    find: (reader: Viewer, id: string) => requireFound(findReply(db, reader, since(), id)),

    /**
     * @throws AppError canned_reply_empty, canned_reply_variable_unknown, canned_reply_shortcut_taken, canned_reply_limit,
     * canned_reply_action_unknown, team_unknown, forbidden, media_unknown
     */
    async create(editor: Viewer, input: CannedReplyInput): Promise<RowWithUses> {
      await checkActions(deps, editor.organizationId, input.actions ?? [])
      return withRepliesLocked(editor.organizationId, async (trx) => {
        const at = timestamp(clock())
        const { visibility, shortcut, content, actions = [], media_ids: mediaIds = [] } = input
        const id = newId()
        const row = newRow(editor, { id, at, visibility, shortcut, content, actions })
        requireValid(row.content, mediaIds)
        await requireCapacity(trx, row)
        row.media = await mediaOf(trx, editor, row, mediaIds)
        await insertReply(trx, row)
        return { ...row, mine: 0, total: 0 }
      })
    },

    /** Allowed by `mayChange`. @throws as `create`, and not_found */
    async change(editor: Viewer, id: string, change: CannedReplyChange): Promise<RowWithUses> {
      if (change.actions !== undefined) {
        const known = await requireFound(findReply(db, editor, since(), id))
        await checkActions(deps, editor.organizationId, change.actions, known.actions)
      }
      return withRepliesLocked(editor.organizationId, async (trx) => {
        const before = await requireFound(findReply(trx, editor, since(), id))
        requireEditor(editor, before)
        const { media_ids: mediaIds = before.media.map((record) => record.id) } = change
        const visibility = change.visibility ?? visibilityOf(before)
        requireShareable(editor, visibility, before)
        const shortcut = change.shortcut ?? before.shortcut
        const row: RowWithUses = {
          ...before,
          shortcut,
          shortcut_key: keyOfShortcut(shortcut),
          ...columnsOf(visibility),
          content: (change.content ?? before.content).trim(),
          actions: plannedActions(change.actions ?? before.actions),
          updated_at: timestamp(clock()),
          // A reply that becomes personal belongs to the agent who changed it.
          agent_id:
            visibility.type === 'personal' && !isPersonal(before)
              ? ownerOf(editor, visibility)
              : before.agent_id,
        }
        requireValid(row.content, mediaIds)
        // Those of the organization and of teams share one limit.
        if (isPersonal(row) !== isPersonal(before)) await requireCapacity(trx, row)
        row.media = await mediaOf(trx, editor, before, mediaIds)
        const { mine: _, total: __, ...stored } = row
        await updateReply(trx, stored)
        return row
      })
    },

    /** Allowed as `change`. @throws AppError not_found, forbidden */
    remove: (editor: Viewer, id: string): Promise<void> =>
      withRepliesLocked(editor.organizationId, async (trx) => {
        requireEditor(editor, await requireFound(findReply(trx, editor, since(), id)))
        await deps.releaseMedia(trx, id)
        await deleteReply(trx, id)
      }),

    /** Counts one message sent with the reply. @throws AppError not_found */
    async use(reader: Viewer & { agentId: string }, id: string): Promise<void> {
      if (!(await countUse(db, reader, id, dayBefore(0)))) throw new AppError('not_found')
    },

    /** Deletes the personal replies of a removed agent. */
    async releaseAgent(organizationId: string, agentId: string): Promise<void> {
      await withRepliesLocked(organizationId, async (trx) => {
        for (const id of await deletePersonalReplies(trx, agentId)) await deps.releaseMedia(trx, id)
      })
    },

    /** The team is being deleted, and its replies with it. */
    async releaseTeam(organizationId: string, teamId: string): Promise<void> {
      await withRepliesLocked(organizationId, async (trx) => {
        for (const id of await deleteRepliesOfTeam(trx, teamId)) await deps.releaseMedia(trx, id)
      })
    },

    sweepUses: async () => deleteUsesUntil(db, dayBefore(useDays, await readDatabaseMs(db, clock))),
  }
}

/** @throws AppError not_found */
async function requireFound<T>(row: Promise<T | undefined>): Promise<T> {
  const value = await row
  if (value === undefined) throw new AppError('not_found')
  return value
}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/** A row without attachments. @throws AppError forbidden, team_unknown */
export function newRow(
  editor: Viewer,
  reply: {
    id: string
    at: string
    visibility: Visibility
    shortcut: string
    content: string
    actions: ReplyAction[]
  },
): CannedReplyRow {
  const { id, at, shortcut, visibility, actions, content } = reply
  const owner = { agent_id: ownerOf(editor, visibility) }
  requireShareable(editor, visibility, owner)
  return {
    id,
    ...columnsOf(visibility),
    ...owner,
    shortcut,
    organization_id: editor.organizationId,
    shortcut_key: keyOfShortcut(shortcut),
    content: content.trim(),
    actions: plannedActions(actions),
    media: [],
    created_at: at,
    updated_at: at,
  }
}

/** Returns the owner of a new reply. API keys have no personal replies. @throws AppError forbidden */
function ownerOf(editor: Viewer, visibility: Visibility): string | null {
  if (visibility.type === 'personal' && editor.agentId === null)
    throw new AppError('forbidden', { detail: 'An API key cannot create personal replies.' })
  return editor.agentId
}

/** @throws AppError canned_reply_empty, canned_reply_variable_unknown */
export function requireValid(content: string, mediaIds: string[]): void {
  if (content === '' && mediaIds.length === 0) throw new AppError('canned_reply_empty')
  const unknown = unknownVariable(content)
  if (unknown !== null) {
    throw new AppError('canned_reply_variable_unknown', { detail: unknown, pointer: '/body/content' })
  }
}

/** @throws AppError forbidden */
function requireEditor(editor: Viewer, reply: CannedReplyRow): void {
  if (!mayChange(editor, reply)) throw new AppError('forbidden')
}

const isPersonal = ({ visibility }: CannedReplyRow): boolean => visibility === 'personal'

/** How many replies like this one can be created. */
export async function roomFor(
  trx: Transaction,
  { organizationId }: Pick<Viewer, 'organizationId'>,
  row: CannedReplyRow,
): Promise<number> {
  const owner = isPersonal(row) && row.agent_id !== null ? { agentId: row.agent_id } : 'shared'
  return (owner === 'shared' ? maxShared : maxPersonal) - (await countReplies(trx, organizationId, owner))
}

/** @throws AppError canned_reply_limit */
async function requireCapacity(trx: Transaction, row: CannedReplyRow): Promise<void> {
  if ((await roomFor(trx, { organizationId: row.organization_id }, row)) <= 0)
    throw new AppError('canned_reply_limit')
}
