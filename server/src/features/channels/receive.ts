import type { MessageSent } from '@parley/protocol/message'
import { v5 } from 'uuid'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { LogHead, LogTransaction } from '../../core/event-log.ts'
import type {
  ChannelAccount,
  ChannelAdapter,
  InboundEvent,
  InboundMessage,
  InboundProfile,
  MailOriginal,
} from './adapter.ts'
import { namesOf, type Contact } from './contact-profile.ts'
import { changeContact, type ClaimedContact } from './contact-store.ts'
import type { ContactTokens } from './contact-tokens.ts'
import { countTaken, takeFiles, type FileDelay, type FileDeps, type SentMessage } from './inbound-files.ts'
import { createKnownContacts, type KnownContactDeps } from './known-contacts.ts'
import { withNotices } from './notices.ts'
import { createReceiveEdit, fileId, namespace, originOf, type EditDeps } from './receive-edit.ts'
import { findRef, insertRefs } from './ref-store.ts'
import { createReplyTargets, type ReplyTargetDeps } from './reply-targets.ts'

export interface ReceiveDeps {
  db: Database
  hasConfirmed: ReplyTargetDeps['hasConfirmed']
  contacts: KnownContactDeps['contacts'] & {
    begin: (tx: LogTransaction, contact: Contact) => Promise<LogHead>
    create: (contact: Contact) => Promise<string>
  }
  messages: EditDeps['messages'] & {
    send: (
      sender: {
        type: 'customer'
        organizationId: string
        owner: string
        customerId: string | null
        automatic?: true
        begin: (tx: LogTransaction) => Promise<LogHead>
      },
      message: { client_id: string; content: string; reply_to_id?: string; media_ids?: string[] },
    ) => Promise<MessageSent>
    /** What an earlier attempt has sent. */
    findSent: (...ids: [customerId: string, clientId: string]) => Promise<SentMessage | undefined>
    customerOf: ReplyTargetDeps['messages']['customerOf']
    hasOpenConversation: (customerId: string) => Promise<boolean>
    /** A message that was sent to this contact came back. `pending`: too early, because its sending is not finished. */
    returned: (
      customer: { organizationId: string; customerId: string },
      event: Extract<InboundEvent, { type: 'returned' }>,
      contact: { providerId: string; contact: string },
    ) => Promise<'failed' | 'pending' | 'unknown'>
  }
  originals: {
    insert: (
      of: { organizationId: string; providerId: string; contact: string },
      message: { id: string; customer_id: string },
      original: MailOriginal,
    ) => Promise<unknown>
  }
  files: FileDeps
  /** Stores whether, and until when, an automatic reply may follow this message. */
  mark: (clientId: string, message: InboundMessage) => Promise<void>
}

/** Called when a continuity mail bounces. */
export type MailReturned = (
  customer: { organizationId: string; customerId: string },
  event: Extract<InboundEvent, { type: 'returned' }>,
  recipient: string,
) => Promise<void>

export interface Received {
  claimed: ClaimedContact
  account: ChannelAccount
  adapter: ChannelAdapter
  event: InboundEvent
  tokens: Pick<ContactTokens, 'take'>
  /** Whether this is the last attempt: files that cannot be fetched are then abandoned. */
  isLast: boolean
}

/** 'limited': not taken, because a program has sent too many. `sentParts`: number of first parts that an earlier attempt has sent. */
export type Receive = (received: Received) => Promise<'done' | 'limited' | FileDelay | { sentParts: number }>

/** Refusals that the contact's next attempt would get too. */
const final = new Set(['customer_blocked', 'client_id_conflict', 'conversation_closed', 'message_empty'])

/** Writes what an update means into the log. Idempotent: may run again after a crash. */
export function createReceive(deps: ReceiveDeps): Receive {
  const { db, contacts, messages } = deps
  const applyEdit = createReceiveEdit(deps)
  const customerOfTargets = createReplyTargets(deps)
  const known = createKnownContacts(deps)

  const identityOf = ({ adapter }: Received, { profile }: { profile: InboundProfile }): string =>
    `${adapter.channel}:${profile.externalId}`

  const contactOf = (received: Received, profile: InboundProfile): Contact => ({
    organizationId: received.claimed.organizationId,
    providerId: received.claimed.providerId,
    identity: identityOf(received, { profile }),
    profile: { external_id: profile.externalId, ...namesOf(profile) },
    language: profile.language,
  })

  /**
   * A mail to several mailboxes is one message of the customer whose conversation it continues, so its id does not name the mailbox.
   * Those of its files do: copies that are handled at the same time must not share them.
   */
  async function clientIdOf(origin: string, named: string | undefined, shared: string): Promise<string> {
    const ofMailbox = v5(origin, namespace)
    // An attempt of a process of the previous release may have sent it.
    if (named === undefined || (await messages.findSent(named, ofMailbox))) return ofMailbox
    return v5(`${named}:${shared}`, namespace)
  }

  /** Automatic replies open no conversation, and the number of automatic messages is limited. */
  async function admit(
    { tokens }: Received,
    { automatic = 'no' }: InboundMessage,
    customerId: string | null,
  ): Promise<'welcome' | 'done' | 'limited'> {
    if (automatic === 'no') return 'welcome'
    if (automatic === 'reply' && (customerId === null || !(await messages.hasOpenConversation(customerId))))
      return 'done'
    return (await tokens.take(automatic)) ? 'welcome' : 'limited'
  }

  async function takeMessage(
    received: Received,
    message: InboundMessage,
    origin = originOf(received.claimed, message.externalIds[0] ?? ''),
  ): ReturnType<Receive> {
    const { claimed } = received
    const owner = `contact:${claimed.providerId}:${claimed.contact}`
    // Back through a list or a forwarding. What another organization has sent is a mail like any other.
    if (message.sentFor && (await messages.customerOf(claimed.organizationId, message.sentFor))) return 'done'
    const named = await customerOfTargets(claimed.organizationId, message)
    const contact = named === undefined ? await known.find(claimed, identityOf(received, message)) : undefined
    const customerId = named ?? contact?.customerId ?? null
    if (contact && !(await known.update(claimed, contact, message))) return 'done'
    const admitted = await admit(received, message, customerId)
    if (admitted !== 'welcome') return admitted
    // No file of a blocked customer is fetched.
    if (named !== undefined && !(await contacts.mayWrite(claimed.organizationId, named))) return 'done'
    const clientId = await clientIdOf(origin, named, `${claimed.contact}:${message.externalIds[0] ?? ''}`)
    const idOf = (index: number) => fileId(origin, index, message.files[index] ?? {})
    const earlier =
      customerId !== null && message.files.length > 0
        ? await messages.findSent(customerId, clientId)
        : undefined
    if (earlier && message.externalIds.length > 1) {
      const sentFiles = countTaken(earlier, message.files, idOf)
      const isBeginning = sentFiles > 0 && message.files.length === message.externalIds.length
      if (sentFiles < message.files.length) return isBeginning ? { sentParts: sentFiles } : 'done'
    }
    // A repeat fetches no file again.
    const sent = earlier ?? (await fetchAndSend())
    if (sent === null) return 'done'
    if ('retryAfter' in sent) return sent
    if (customerId === null) await known.remember(claimed, sent.customer_id, message.profile)
    if (message.original) await deps.originals.insert(claimed, sent, message.original)
    await insertRefs(
      db,
      message.externalIds.map((id, part) => ({
        provider_id: claimed.providerId,
        contact: claimed.contact,
        external_id: id,
        customer_id: sent.customer_id,
        message_id: sent.id,
        part,
        kind: message.withoutText?.includes(id) ? 'file' : message.files.length > 0 ? 'caption' : 'text',
      })),
    )
    return 'done'

    async function fetchAndSend(): Promise<MessageSent | FileDelay | null> {
      const { organizationId, providerId, contact } = claimed
      const target = { organizationId, providerId, customerId, owner, idOf }
      const files = await takeFiles(deps.files, received, message.files, target)
      if ('retryAfter' in files) return files
      const replied = message.replyTo && (await findRef(db, providerId, contact, message.replyTo))
      const content = withNotices(message, files.missing)
      await deps.mark(clientId, message)
      return send(content, files.ids, replied ? replied.message_id : undefined)
    }

    async function send(text: string, mediaIds: string[], replyTo?: string): Promise<MessageSent | null> {
      try {
        return await messages.send(
          {
            type: 'customer',
            organizationId: claimed.organizationId,
            owner,
            customerId,
            ...(message.automatic === 'reply' && { automatic: true as const }),
            async begin(tx) {
              const head = await contacts.begin(tx, contactOf(received, message.profile))
              // With the message: a reply must find the contact.
              await changeContact(tx.db, claimed, { customer_id: head.customer_id })
              return head
            },
          },
          {
            client_id: clientId,
            content: text.toWellFormed(),
            ...(replyTo !== undefined && { reply_to_id: replyTo }),
            ...(mediaIds.length > 0 && { media_ids: mediaIds }),
          },
        )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'reply_target_unknown') return send(text, mediaIds)
        if (final.has(error.code)) return null
        throw error
      }
    }
  }

  return async (received) => {
    const { claimed, event } = received
    switch (event.type) {
      case 'message':
        return takeMessage(received, event)
      case 'edited': {
        const edited = await applyEdit(claimed, event)
        // Sent before the channel was connected.
        if (edited.outcome === 'unknown') return takeMessage(received, event)
        if (edited.outcome === 'replaced') return takeMessage(received, edited.message, edited.origin)
        const contact = await known.find(claimed, identityOf(received, event))
        if (contact) await known.update(claimed, contact, event)
        return 'done'
      }
      case 'started': {
        const contact = await known.find(claimed, identityOf(received, event))
        if (contact && !(await known.update(claimed, contact, event))) return 'done'
        const customerId = contact?.customerId ?? (await contacts.create(contactOf(received, event.profile)))
        await known.remember(claimed, customerId, event.profile)
        if (event.source !== null) await changeContact(db, claimed, { source: event.source })
        return 'done'
      }
      case 'reachable':
        await changeContact(db, claimed, { unreachable: event.reachable ? null : 'blocked' })
        return 'done'
      case 'returned': {
        const { organizationId } = claimed
        const customerId = await messages.customerOf(organizationId, event.target)
        if (customerId === undefined) return 'done'
        const returned = await messages.returned({ organizationId, customerId }, event, claimed)
        // If the message is sent again, its next mail comes back too.
        return returned === 'pending' && !received.isLast ? { retryAfter: null } : 'done'
      }
      case 'ignored':
        return 'done'
      default:
        return event satisfies never
    }
  }
}
