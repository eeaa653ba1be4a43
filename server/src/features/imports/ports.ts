import type { AgentFace } from '@parley/protocol/agent'
import type { Label, LabelInput } from '@parley/protocol/label'
import type { MediaRecord } from '@parley/protocol/media'
import type { NoteRecord } from '@parley/protocol/note'
import type { AttributeValues } from '@parley/protocol/visitor-context'
import type { Readable } from 'node:stream'
import type { Database, Transaction } from '../../core/database.ts'
import type {
  ImportedConversation,
  ImportedCustomer,
  OpenRival,
  WrittenConversation,
} from '../../core/imported-history.ts'

/** What an import needs of other features; supplied by the command. */
export interface ImportPorts {
  db: Database
  now: () => number
  maxFileBytes: number
  isExecutableName: (name: string) => boolean
  findAgent: (organizationId: string, email: string) => Promise<AgentFace | undefined>
  /** Returns the agents that are not removed, and locks them until the transaction ends. */
  holdActive: (trx: Transaction, organizationId: string, agentIds: string[]) => Promise<string[]>
  listLabels: (organizationId: string) => Promise<Label[]>
  /** @throws AppError */
  createLabel: (organizationId: string, input: LabelInput) => Promise<Label>
  /** @throws AppError */
  createCannedReply: (
    organizationId: string,
    reply: { shortcut: string; content: string },
  ) => Promise<unknown>
  /** The returned function throws what `createCannedReply` would throw after the replies that it was called with before. */
  previewCannedReplies: (
    organizationId: string,
  ) => Promise<(reply: { shortcut: string; content: string }) => void>
  insertCustomer: (trx: Transaction, customer: ImportedCustomer) => Promise<void>
  /** Starts the SLA clocks of open conversations without any, in the running service, and ends those of conversations that imports closed. */
  updateSla: (organizationId: string) => Promise<unknown>
  saveAttributes: (
    trx: Transaction,
    attributes: { organizationId: string; customerId: string; values: AttributeValues },
  ) => Promise<unknown>
  writeConversation: (trx: Transaction, conversation: ImportedConversation) => Promise<WrittenConversation>
  /** What `writeConversation` would find for an open conversation that began at `startedAt`. */
  previewRival: (customerId: string, startedAt: string) => Promise<OpenRival | null>
  insertNote: (
    trx: Transaction,
    place: { organizationId: string; customerId: string; conversationId: string; seq: number },
    note: NoteRecord,
  ) => Promise<void>
  /** Stores a file under the same rules as uploads. The same id again returns the first one. @throws AppError */
  storeFile: (file: {
    id: string
    owner: string
    organizationId: string
    providerId: string
    customerId: null
    name: string
    size: number
    body: Readable
  }) => Promise<unknown>
  attachFiles: (
    trx: Transaction,
    upload: {
      mediaIds: string[]
      owner: string
      organizationId: string
      customerId: string
      messageId: string
    },
  ) => Promise<MediaRecord[] | 'media_unknown'>
}
