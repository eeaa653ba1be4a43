import Type, { type Static } from 'typebox'
import { Language } from './language.ts'
import { closed, nullable } from './scalars.ts'

/** E-mails of an organization. */
export const MailSettings = Type.Object(
  {
    /** Whether the operator has configured a mail server. */
    configured: Type.Boolean(),
    /** The sender's address; null without a mail server. */
    from: nullable(Type.String()),
    /** Notifications by e-mail quote the start of the note. */
    notification_previews: Type.Boolean(),
  },
  closed,
)
export type MailSettings = Static<typeof MailSettings>

export const MailSettingsChange = Type.Object({ notification_previews: Type.Boolean() }, closed)
export type MailSettingsChange = Static<typeof MailSettingsChange>

export const MailTestInput = Type.Object({ language: Type.Optional(Language) }, closed)
export type MailTestInput = Static<typeof MailTestInput>

/** What the mail server did with a test e-mail: accepted, or where it failed. */
export const mailTestResults = [
  'accepted',
  'no_connection',
  'timeout',
  'no_tls',
  'login_refused',
  'sender_refused',
  'recipient_refused',
  'content_refused',
] as const
export type MailTestResult = (typeof mailTestResults)[number]

export const MailTest = Type.Object(
  {
    result: Type.Enum([...mailTestResults]),
    /** The address of the signed-in person. */
    to: Type.String(),
    /** Reply code of the mail server, as `535 5.7.8`. */
    reply: nullable(Type.String()),
  },
  closed,
)
export type MailTest = Static<typeof MailTest>

/** The address that a transcript was sent to. */
export const TranscriptSent = Type.Object({ email: Type.String() }, closed)
export type TranscriptSent = Static<typeof TranscriptSent>
