import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../core/database.ts'
import type { MailOriginal } from '../adapter.ts'
import { channelTables } from '../channel-tables.ts'

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

/** The last mail of a contact: what the next one to them answers. */
export const lastMailOf = (db: Database, providerId: string, contact: string, customerId: string) =>
  channelTables(db)
    .selectFrom('channel_mail')
    .select((eb) => [
      'mail_id',
      'mail_references',
      'subject',
      'automatic',
      'verification',
      eb
        .exists(
          eb
            .selectFrom('channel_outbox as o')
            .select('o.seq')
            .whereRef('o.customer_id', '=', 'channel_mail.customer_id')
            .whereRef('o.provider_id', '=', 'channel_mail.provider_id')
            .whereRef('o.contact', '=', 'channel_mail.contact')
            .where('o.action', '=', 'send')
            .where('o.state', '=', 'sent')
            .whereRef('o.created_at', '>', 'channel_mail.received_at'),
        )
        .$castTo<boolean>()
        .as('answered'),
    ])
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .where('customer_id', '=', customerId)
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

export async function inboundFile(
  db: Database,
  providerId: string,
  reference: string,
): Promise<Buffer | undefined> {
  const at = reference.lastIndexOf('/')
  const row = await channelTables(db)
    .selectFrom('channel_inbound_file')
    .select('content')
    .where('provider_id', '=', providerId)
    .where('external_id', '=', reference.slice(0, at))
    .where('position', '=', Number(reference.slice(at + 1)))
    .executeTakeFirst()
  return row?.content
}
