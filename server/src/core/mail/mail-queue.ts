import type { Database, Transaction } from '../database.ts'
import type { Mail } from './mail.ts'

/** For metrics and limits. */
export type MailKind = 'account' | 'invitation' | 'transcript' | 'notifications' | 'report'

export interface QueuedMail {
  kind: MailKind
  /** null: about a person's account. */
  organizationId: string | null
  /** The agent whom it informs: see `withdraw`. */
  agentId?: string
  /** `messageId` and `date` are set by the queue unless given. */
  mail: Mail
  /** How long it is worth sending. Default: 3 days. */
  lifetimeMs?: number
}

/** Sends e-mails durably. Implemented by the mails feature (docs/decisions/system-mail.md). */
export interface MailQueue {
  /** Whether a mail server is configured. Without one, enqueueing throws AppError mail_off. */
  isOn: boolean
  /** Commits with the transaction. Returns the id. @throws AppError mail_off; Error if the content is larger than 8 MB */
  enqueue: (db: Database | Transaction, queued: QueuedMail) => Promise<string>
  /** Call after the commit: otherwise the mail waits for the next poll, up to 2 s. */
  wake: () => void
  /** Gives up this agent's waiting mails, or those of one kind. An attempt under way may still send one. Returns when they were enqueued. */
  withdraw: (db: Database | Transaction, agentId: string, kind?: MailKind) => Promise<string[]>
  /** By id. Unknown ones, among them those of more than 30 days ago, are omitted. */
  states: (ids: string[]) => Promise<Map<string, MailState>>
}

export type MailState = 'waiting' | 'sent' | 'failed'
