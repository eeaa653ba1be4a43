import Type, { type Static } from 'typebox'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** `implicit`: TLS from the first byte. `none` only within networks that the operator allows. */
export const MailEncryption = Type.Enum(['implicit', 'starttls', 'none'])
export type MailEncryption = Static<typeof MailEncryption>

const Host = Type.String({ minLength: 1, maxLength: 253 })
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
const User = Type.String({ minLength: 1, maxLength: 320 })
/** null: the stored one is kept. */
const Password = nullable(Type.String({ minLength: 1, maxLength: 1024 }))

const server = { host: Host, port: Port, encryption: MailEncryption }

const settings = {
  /** Customers write to it, and see it as the sender. */
  address: Type.String({ format: 'email', maxLength: 254 }),
  /** Display name of the sender. */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  folder: Type.String({ minLength: 1, maxLength: 200 }),
  /** Whether `support+anything@…` arrives in the mailbox of `support@…`. */
  plus_addresses: Type.Boolean(),
  /** The receiving server's name in Authentication-Results; null: only results above the topmost Received count. */
  authentication_server: nullable(Type.String({ minLength: 1, maxLength: 253 })),
}

/** A mailbox of the organization: read by IMAP, mails are sent by SMTP. */
export const MailboxInput = Type.Object(
  {
    ...settings,
    imap: Type.Object({ ...server, user: User, password: Password }, closed),
    /** `login` null: as for IMAP. */
    smtp: Type.Object(
      { ...server, login: nullable(Type.Object({ user: User, password: Password }, closed)) },
      closed,
    ),
  },
  closed,
)
export type MailboxInput = Static<typeof MailboxInput>

/** The same without passwords. */
export const MailboxSettings = Type.Object(
  {
    ...settings,
    imap: Type.Object({ ...server, user: User }, closed),
    smtp: Type.Object({ ...server, login: nullable(Type.Object({ user: User }, closed)) }, closed),
  },
  closed,
)
export type MailboxSettings = Static<typeof MailboxSettings>

/** Result of one step of a test. `skipped`: an earlier step failed. */
export const mailStepResults = [
  'ok',
  'skipped',
  'name_unknown',
  'host_refused',
  'unreachable',
  'encryption_failed',
  'sign_in_refused',
  'folder_missing',
] as const
export const MailStepResult = Type.Enum([...mailStepResults])
export type MailStepResult = Static<typeof MailStepResult>

export const MailboxTest = Type.Object(
  { imap: MailStepResult, folder: MailStepResult, smtp: MailStepResult },
  closed,
)
export type MailboxTest = Static<typeof MailboxTest>

/** `channel_id`: the mailbox whose stored passwords replace those that are null. */
export const MailboxTestInput = Type.Object({ channel_id: nullable(Id), mailbox: MailboxInput }, closed)
export type MailboxTestInput = Static<typeof MailboxTestInput>

/** Of the sender, by the results of the receiving server. `unknown`: it reported nothing that we trust. */
export const MailVerification = Type.Enum(['verified', 'failed', 'unknown'])
export type MailVerification = Static<typeof MailVerification>

/** What a message of a customer was as an e-mail. */
export const MessageMail = Type.Object(
  {
    message_id: Id,
    subject: Type.String(),
    from: Type.Object({ name: Type.String(), address: Type.String() }, closed),
    /** The first ones of To and Cc. */
    recipients: Type.Array(Type.String()),
    verification: MailVerification,
    /** Sent by a program, such as an out-of-office reply. */
    automatic: Type.Boolean(),
    /** The whole text with quotes; null: the message is the whole text. */
    full_text: nullable(Type.String()),
    /** Whether there is an HTML original. */
    has_original: Type.Boolean(),
    received_at: Timestamp,
  },
  closed,
)
export type MessageMail = Static<typeof MessageMail>

export const MessageMails = Type.Object({ data: Type.Array(MessageMail) }, closed)
export type MessageMails = Static<typeof MessageMails>
