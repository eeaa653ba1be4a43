import type { ComposerSettings, Draft, DraftInput } from '@parley/protocol/draft'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { databaseNow, readDatabaseMs } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import {
  deleteDraftsBefore,
  deleteDraftsOf,
  draftsOf,
  readComposerSettings,
  writeComposerSettings,
  writeDraft,
  type DraftKey,
} from './draft-store.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** A draft has changed. Sent to the panels of its agent. */
    draft: { agent_id: string; draft: Draft }
  }
}

/** The inbox marks conversations with a draft. */
const maxListed = 500

/** Same as the lifetime of drafts in the browser. */
const lifetimeMs = 30 * 86_400_000

/**
 * Off by default, because 5 s on each message would slow down a chat, and sent messages can be edited and deleted.
 */
const defaultSettings: ComposerSettings = { undo_send: false }

export interface DraftDeps {
  db: Database
  bus: Bus
  clock: Clock
  findConversation: (organizationId: string, conversationId: string) => Promise<object | undefined>
}

export type Drafts = ReturnType<typeof createDrafts>

/** Unsent text, shared by the windows of one agent (docs/decisions/agent-workspace.md). */
export function createDrafts({ db, bus, clock, findConversation }: DraftDeps) {
  return {
    list: (agent: { organizationId: string; agentId: string }) => draftsOf(db, agent, maxListed),

    /** The last writer wins. @throws AppError not_found */
    async save(key: DraftKey, { content, reply_to_id: replyTo = null }: DraftInput): Promise<Draft> {
      if (!(await findConversation(key.organizationId, key.conversationId))) throw new AppError('not_found')
      const isEmpty = content.trim() === '' && replyTo === null
      const text = { content: isEmpty ? '' : content, reply_to_id: replyTo }
      const draft = await writeDraft(db, key, text, databaseNow(clock))
      bus.publish('draft', { agent_id: key.agentId, draft })
      return draft
    },

    releaseAgent: async (_organizationId: string, agentId: string) =>
      void (await deleteDraftsOf(db, agentId)),

    sweep: async () => deleteDraftsBefore(db, timestamp((await readDatabaseMs(db, clock)) - lifetimeMs)),

    readSettings: async (agentId: string): Promise<ComposerSettings> =>
      (await readComposerSettings(db, agentId)) ?? defaultSettings,

    async saveSettings(
      agent: { organizationId: string; agentId: string },
      settings: ComposerSettings,
    ): Promise<ComposerSettings> {
      await writeComposerSettings(db, agent, settings)
      return settings
    },
  }
}
