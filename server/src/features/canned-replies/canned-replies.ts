import type { Role } from '@parley/protocol/agent'
import type {
  CannedReplyChange,
  CannedReplyInput,
  ReplyAction,
  ReplyVisibility,
} from '@parley/protocol/canned-reply'
import { unknownVariable } from '@parley/protocol/canned-reply-variables'
import type { MediaRecord } from '@parley/protocol/media'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { roleReaches } from '../../core/permissions.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  allReplies,
  countReplies,
  countUse,
  deletePersonalReplies,
  deleteReply,
  deleteUsesUntil,
  findReply,
  insertReply,
  listReplies,
  lockReplies,
  updateReply,
  useDays,
  type CannedReplyRow,
  type Reader,
  type RowWithUses,
} from './canned-reply-store.ts'
import { keyOfShortcut } from './shortcut-key.ts'

/** The panel loads all replies at once when `/` is typed. */
const maxShared = 500
const maxPersonal = 200

/** An agent, or an API key (`agentId` null), which has the rights of an admin to shared replies. */
export interface Editor extends Reader {
  role: Role
}

export interface CannedReplyDeps {
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
  const dayBefore = (days: number) => timestamp(clock() - days * 86_400_000).slice(0, 10)
  const since = () => dayBefore(useDays)
  // Transactions that wait for the lock hold a connection: many imports at once would take all of them.
  const turns = createKeyedSemaphore(1)

  /** @throws AppError media_unknown */
  async function mediaOf(
    trx: Transaction,
    editor: Editor,
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
        if (postgresCode(error) !== '23505') throw error
        throw new AppError('canned_reply_shortcut_taken', { pointer: '/body/shortcut', cause: error })
      })
    announceChange(bus, organizationId, 'canned-replies')
    return result
  }

  return {
    withRepliesLocked,

    list: (reader: Reader, page: Parameters<typeof listReplies>[3]) => listReplies(db, reader, since(), page),

    all: (reader: Reader) => allReplies(db, reader),

    /** @throws AppError not_found */
    find: (reader: Reader, id: string) => requireFound(findReply(db, reader, since(), id)),

    /** @throws AppError canned_reply_empty, canned_reply_variable_unknown, canned_reply_shortcut_taken, canned_reply_limit, forbidden, media_unknown */
    create: (editor: Editor, input: CannedReplyInput): Promise<RowWithUses> =>
      withRepliesLocked(editor.organizationId, async (trx) => {
        const at = timestamp(clock())
        const { visibility, shortcut, content, actions = [], media_ids: mediaIds = [] } = input
        const id = newId()
        const row = newRow(editor, { id, at, visibility: visibility.type, shortcut, content, actions })
        requireValid(row.content, mediaIds)
        await requireCapacity(trx, row)
        row.media = await mediaOf(trx, editor, row, mediaIds)
        await insertReply(trx, row)
        return { ...row, mine: 0, total: 0 }
      }),

    /** Allowed for the author, and for admins if shared. @throws as `create`, and not_found */
    change: (editor: Editor, id: string, change: CannedReplyChange): Promise<RowWithUses> =>
      withRepliesLocked(editor.organizationId, async (trx) => {
        const before = await requireFound(findReply(trx, editor, since(), id))
        requireEditor(editor, before)
        const { media_ids: mediaIds = before.media.map((record) => record.id) } = change
        const visibility = change.visibility?.type ?? before.visibility
        const shortcut = change.shortcut ?? before.shortcut
        const row: RowWithUses = {
          ...before,
          shortcut,
          shortcut_key: keyOfShortcut(shortcut),
          visibility,
          content: (change.content ?? before.content).trim(),
          actions: uniqueActions(change.actions ?? before.actions),
          updated_at: timestamp(clock()),
          // A reply that becomes personal belongs to the agent who changed it.
          agent_id: visibility === before.visibility ? before.agent_id : ownerOf(editor, visibility),
        }
        requireValid(row.content, mediaIds)
        if (visibility !== before.visibility) await requireCapacity(trx, row)
        row.media = await mediaOf(trx, editor, before, mediaIds)
        const { mine: _, total: __, ...stored } = row
        await updateReply(trx, stored)
        return row
      }),

    /** Allowed as `change`. @throws AppError not_found, forbidden */
    remove: (editor: Editor, id: string): Promise<void> =>
      withRepliesLocked(editor.organizationId, async (trx) => {
        requireEditor(editor, await requireFound(findReply(trx, editor, since(), id)))
        await deps.releaseMedia(trx, id)
        await deleteReply(trx, id)
      }),

    /** Counts one message sent with the reply. @throws AppError not_found */
    async use(reader: Reader & { agentId: string }, id: string): Promise<void> {
      if (!(await countUse(db, reader, id, dayBefore(0)))) throw new AppError('not_found')
    },

    /** Deletes the personal replies of a removed agent. */
    async releaseAgent(organizationId: string, agentId: string): Promise<void> {
      await withRepliesLocked(organizationId, async (trx) => {
        for (const id of await deletePersonalReplies(trx, agentId)) await deps.releaseMedia(trx, id)
      })
    },

    sweepUses: async () => void (await deleteUsesUntil(db, since())),
  }
}

/** @throws AppError not_found */
async function requireFound<T>(row: Promise<T | undefined>): Promise<T> {
  const value = await row
  if (value === undefined) throw new AppError('not_found')
  return value
}

/** A row without attachments. @throws AppError forbidden */
export function newRow(
  editor: Editor,
  reply: {
    id: string
    at: string
    visibility: ReplyVisibility['type']
    shortcut: string
    content: string
    actions: ReplyAction[]
  },
): CannedReplyRow {
  const { at, actions, content, ...rest } = reply
  return {
    ...rest,
    organization_id: editor.organizationId,
    agent_id: ownerOf(editor, reply.visibility),
    shortcut_key: keyOfShortcut(reply.shortcut),
    content: content.trim(),
    actions: uniqueActions(actions),
    media: [],
    created_at: at,
    updated_at: at,
  }
}

/** Returns the owner of a new reply. API keys have no personal replies. @throws AppError forbidden */
function ownerOf(editor: Editor, visibility: ReplyVisibility['type']): string | null {
  if (visibility === 'personal' && editor.agentId === null)
    throw new AppError('forbidden', { detail: 'An API key cannot create personal replies.' })
  return editor.agentId
}

const uniqueActions = (actions: ReplyAction[]): ReplyAction[] =>
  actions.filter(({ type }, index) => actions.findIndex((other) => other.type === type) === index)

/** @throws AppError canned_reply_empty, canned_reply_variable_unknown */
function requireValid(content: string, mediaIds: string[]): void {
  if (content === '' && mediaIds.length === 0) throw new AppError('canned_reply_empty')
  const unknown = unknownVariable(content)
  if (unknown !== null) {
    throw new AppError('canned_reply_variable_unknown', { detail: unknown, pointer: '/body/content' })
  }
}

/** Whether the editor may change a reply that they see. */
export const mayChange = (editor: Editor, reply: Pick<CannedReplyRow, 'visibility' | 'agent_id'>): boolean =>
  (editor.agentId !== null && reply.agent_id === editor.agentId) ||
  (reply.visibility === 'organization' && roleReaches(editor.role, 'admin'))

/** @throws AppError forbidden */
function requireEditor(editor: Editor, reply: CannedReplyRow): void {
  if (!mayChange(editor, reply)) throw new AppError('forbidden')
}

/** @throws AppError canned_reply_limit */
export async function requireCapacity(trx: Transaction, row: CannedReplyRow): Promise<void> {
  const { organization_id: organizationId, visibility, agent_id: agentId } = row
  const isPersonal = visibility === 'personal' && agentId !== null
  const count = await countReplies(
    trx,
    organizationId,
    isPersonal ? { visibility, agentId } : { visibility: 'organization' },
  )
  if (count >= (isPersonal ? maxPersonal : maxShared)) throw new AppError('canned_reply_limit')
}
