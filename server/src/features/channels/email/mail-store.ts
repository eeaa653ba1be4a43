import type { MailVerification } from '@parley/protocol/mailbox'
import { sql, type RawBuilder } from 'kysely'
import { Readable } from 'node:stream'
import { AppError } from '../../../core/app-error.ts'
import type { Database } from '../../../core/database.ts'
import type { MailOriginal } from '../adapter.ts'
import { channelTables } from '../channel-tables.ts'
import type { MailThread } from './email-outbound.ts'

export interface NewMail extends MailOriginal {
  messageId: string
  organizationId: string
  providerId: string
  customerId: string
  contact: string
}

/** Idempotent. */
export const insertMail = (db: Database, mail: NewMail, now: RawBuilder<string>): Promise<unknown> =>
  channelTables(db)
    .insertInto('channel_mail')
    .values({
      message_id: mail.messageId,
      organization_id: mail.organizationId,
      provider_id: mail.providerId,
      customer_id: mail.customerId,
      contact: mail.contact,
      mail_id: mail.mailId,
      mail_references: mail.references,
      subject: mail.subject,
      from_name: mail.fromName,
      recipients: mail.recipients,
      verification: mail.verification,
      automatic: mail.automatic,
      full_text: mail.fullText,
      html: mail.html,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

interface ThreadKey {
  /** The mailbox that answers. The mail may have arrived in another one. */
  providerId: string
  contact: string
  customerId: string
}

/** What the next mail to a contact answers. Forged mails count only for preventing loops: the contact did not write them. */
export async function threadOf(db: Database, key: ThreadKey): Promise<MailThread | undefined> {
  const last = await lastMailOf(db, key)
  if (last?.verification !== 'failed') return last
  const written = await lastMailOf(db, key, ['verified', 'unknown'])
  if (!written) return last
  const { mailId, references, subject } = written
  return { ...last, mailId, references, subject }
}

const lastMailOf = (
  db: Database,
  { providerId, contact, customerId }: ThreadKey,
  verifications?: MailVerification[],
): Promise<MailThread | undefined> =>
  channelTables(db)
    .selectFrom('channel_mail')
    .select((eb) => [
      'mail_id as mailId',
      'mail_references as references',
      'subject',
      'automatic',
      'verification',
      eb
        .exists(
          eb
            .selectFrom('channel_outbox as o')
            .select('o.seq')
            .whereRef('o.customer_id', '=', 'channel_mail.customer_id')
            .where('o.provider_id', '=', providerId)
            .whereRef('o.contact', '=', 'channel_mail.contact')
            .where('o.action', '=', 'send')
            .where('o.state', '=', 'sent')
            .whereRef('o.created_at', '>', 'channel_mail.received_at'),
        )
        .$castTo<boolean>()
        .as('answered'),
    ])
    .where('customer_id', '=', customerId)
    .where('contact', '=', contact)
    .$if(verifications !== undefined, (mails) => mails.where('verification', 'in', verifications ?? []))
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const maxListed = 200

/** Newest first. */
export const mailsOfCustomer = (db: Database, organizationId: string, customerId: string) =>
  channelTables(db)
    .selectFrom('channel_mail')
    .select([
      'message_id',
      'subject',
      'from_name',
      'contact',
      'recipients',
      'verification',
      'automatic',
      'full_text',
      sql<boolean>`html is not null`.as('has_original'),
      'received_at',
    ])
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .orderBy('received_at', 'desc')
    .limit(maxListed)
    .execute()

export const originalOf = (db: Database, organizationId: string, messageId: string) =>
  channelTables(db)
    .selectFrom('channel_mail')
    .select(['customer_id', 'html'])
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()

/** Queries return bytes as hexadecimal text, which takes twice the memory. */
const pieceBytes = 524_288

/** A file that came with a mail, in pieces: while the media storage hangs, every contact of the queue may hold one. */
export async function inboundFile(
  db: Database,
  providerId: string,
  reference: string,
): Promise<{ size: number; body: Readable } | undefined> {
  const at = reference.lastIndexOf('/')
  const file = channelTables(db)
    .selectFrom('channel_inbound_file')
    .where('provider_id', '=', providerId)
    .where('external_id', '=', reference.slice(0, at))
    .where('position', '=', Number(reference.slice(at + 1)))
  const found = await file.select(sql<number>`octet_length(content)`.as('size')).executeTakeFirst()
  return found && { size: found.size, body: Readable.from(piecesOf(found), { objectMode: false }) }

  async function* piecesOf({ size }: { size: number }): AsyncGenerator<Buffer> {
    for (let from = 1; from <= size; from += pieceBytes) {
      const piece = sql<Buffer>`substring(content from ${from}::int for ${pieceBytes}::int)`.as('piece')
      const next = await file
        .select(piece)
        .executeTakeFirst()
        .catch((cause: unknown) => {
          // An outage of the database counts as an attempt of no mail.
          throw new AppError('unavailable', { cause })
        })
      // Another process has handled the mail meanwhile.
      if (!next) return
      yield next.piece
    }
  }
}
