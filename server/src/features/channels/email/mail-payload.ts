import type { MailVerification } from '@parley/protocol/mailbox'
import type { Automatic } from './automatic-mail.ts'
import type { MailReport } from './mail-report.ts'

/** A mail as it is stored until it is handled. Its files are stored beside it. */
export interface MailPayload {
  externalId: string
  position: number
  /** Lower-case address of the sender. */
  contact: string
  fromName: string
  mailId: string | null
  inReplyTo: string[]
  references: string[]
  /** Where it was sent: all fields that may hold a reply address of ours. */
  addressed: string[]
  /** The first ones of To and Cc. */
  recipients: string[]
  subject: string
  language: string | null
  content:
    | { kind: 'mail'; text: string; html: string | null; files: MailFile[]; more: number }
    /** Not downloaded. */
    | { kind: 'too_large'; size: number }
    | { kind: 'unreadable' }
    | { kind: 'report'; report: MailReport }
    | { kind: 'ignored' }
  automatic: Automatic
  verification: MailVerification
}

export interface MailFile {
  name: string
  size: number
}
