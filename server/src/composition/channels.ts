import { channelCapabilities, type Channel, type ChannelCapabilities } from '@parley/protocol/channel'
import type { ReplyWindow } from '@parley/protocol/channel-connection'
import type { MediaRecord } from '@parley/protocol/media'
import type { Readable } from 'node:stream'
import { AppError } from '../core/app-error.ts'
import { databaseNow } from '../core/database-time.ts'
import type { Database } from '../core/database.ts'
import { createReplyAddresses } from '../core/mail/reply-address.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import type { ChannelAdapter } from '../features/channels/adapter.ts'
import { markMessage, marksAmong } from '../features/channels/automatic-messages.ts'
import { testsPerOrganization } from '../features/channels/account-setup.ts'
import { channelRoutes } from '../features/channels/channel-routes.ts'
import { createConnections, type ConnectionDeps } from '../features/channels/connections.ts'
import { createCustomerMailbox } from '../features/channels/email/customer-mailbox.ts'
import { automaticPerMailbox, createEmailAdapter } from '../features/channels/email/email-adapter.ts'
import { createMailReading } from '../features/channels/email/mail-reading.ts'
import { mailRoutes } from '../features/channels/email/mail-routes.ts'
import type { FindHost } from '../features/channels/email/mail-server.ts'
import { inboundFile, insertMail, threadOf } from '../features/channels/email/mail-store.ts'
import { mailboxRoutes } from '../features/channels/email/mailbox-routes.ts'
import {
  changeContact,
  contactOfCustomer,
  contactsAmong,
  customersOfContact,
} from '../features/channels/contact-store.ts'
import { automaticPerContact } from '../features/channels/contact-limits.ts'
import { createContactWorker } from '../features/channels/contact-worker.ts'
import { createInboundHandler } from '../features/channels/inbound.ts'
import type { StoreFile } from '../features/channels/inbound-files.ts'
import { pauseLimitedAccount } from '../features/channels/limits.ts'
import { failReturned } from '../features/channels/outbox-store.ts'
import { createOutboxConsumer } from '../features/channels/outbox-consumer.ts'
import { createOutboundHandler, type OutboundDeps } from '../features/channels/outbound.ts'
import { createPolling } from '../features/channels/polling.ts'
import { createReceive, type MailReturned, type ReceiveDeps } from '../features/channels/receive.ts'
import { createChannelRetention } from '../features/channels/retention.ts'
import { createRetry, type RetryDeps } from '../features/channels/retries.ts'
import { findPicture } from '../features/channels/channel-picture.ts'
import { pictureRoutes } from '../features/channels/picture-routes.ts'
import { createTelegramAdapter } from '../features/channels/telegram/telegram-adapter.ts'
import { forwardTyping } from '../features/channels/typing.ts'
import { updateRoutes } from '../features/channels/update-routes.ts'
import { createStoreUpdates } from '../features/channels/updates.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    /** Something waits in a queue of channels. */
    'channel.due': { queue: 'inbound' | 'outbound' }
  }
}

export interface ChannelPorts {
  /** Tests have channels of their own: what they can do, and their adapters instead of the built-in ones. */
  capabilities?: Record<Channel, ChannelCapabilities>
  channelAdapters?: ChannelAdapter[]
  agents: { authorizeAgent: AuthorizeAgent }
  providers: {
    create: ConnectionDeps['createProvider']
    removeOfChannel: ConnectionDeps['removeProvider']
  }
  customers: {
    contacts: Omit<ReceiveDeps['contacts'], 'mayWrite'>
    find: (
      organizationId: string,
      customerId: string,
    ) => Promise<{ is_blocked: boolean; deactivated_at: string | null } | undefined>
  }
  conversations: Pick<ReceiveDeps['messages'], 'findSent'> & {
    find: RetryDeps['findConversation']
    openConversation: (db: Database, customerId: string) => Promise<string | null>
    sendMessage: ReceiveDeps['messages']['send']
    editByCustomer: ReceiveDeps['messages']['edit']
    findMessage: (
      ...ids: [customerId: string, messageId: string]
    ) => ReturnType<OutboundDeps['findMessage']> & ReturnType<RetryDeps['findMessage']>
    recordDelivery: RetryDeps['recordDelivery']
    replyWindows: {
      of: (organizationId: string, customerId: string) => Promise<ReplyWindow | null>
      isOpen: OutboundDeps['isWindowOpen']
    }
  }
  webhooks: { findHost: FindHost }
  realtime: { onAgentTyping: (listen: (customerId: string) => void) => () => void }
  mailReturns: { returned: MailReturned; hasConfirmed: ReceiveDeps['hasConfirmed'] }
  media: {
    store: StoreFile
    find: (mediaId: string) => Promise<{ id: string } | undefined>
    read: (row: never) => Promise<Readable | undefined>
  }
}

type ContactAccount = Parameters<typeof customersOfContact>[2]

/** A mailbox without announcements is asked this often. Shorter than the lease of a poller. */
const mailWaitMs = 25_000

/** Messaging platforms: their accounts, and the queues between their contacts and the log. */
export function composeChannels(infra: Infrastructure, ports: ChannelPorts) {
  const { bus, clock, config, db, lifecycle } = infra
  const { agents, providers, customers, conversations, mailReturns, media, webhooks } = ports
  const { capabilities = channelCapabilities } = ports
  const onError = infra.logErrors('channels')
  const now = () => databaseNow(clock)
  const onUnreadable = (reason: string) => infra.logger.warn({ reason }, 'unreadable mail')
  const reading = createMailReading(onUnreadable)
  lifecycle.onStop(reading.close)
  const email = createEmailAdapter({
    readMail: reading.read,
    onUnreadable,
    addresses: createReplyAddresses(infra.secrets),
    findHost: webhooks.findHost,
    waitMs: mailWaitMs,
    file: (providerId, reference) => inboundFile(db, providerId, reference),
    threadOf: (providerId, outbound) => threadOf(db, { ...outbound, providerId }),
    automatic: {
      toContact: infra.rateLimits.buckets('automatic-mails-sent', automaticPerContact),
      ofMailbox: infra.rateLimits.buckets('automatic-mails-of-mailbox', automaticPerMailbox),
    },
  })
  const adapters = ports.channelAdapters ?? [
    email,
    createTelegramAdapter({ ...config.telegram, baseUrl: config.telegram.apiUrl }),
  ]
  const wakeInbound = () => bus.publish('channel.due', { queue: 'inbound' })
  const wakeOutbound = () => bus.publish('channel.due', { queue: 'outbound' })
  const connections = createConnections({
    ...infra,
    adapters,
    createProvider: providers.create,
    removeProvider: providers.removeOfChannel,
    tests: infra.rateLimits.buckets('channel-tests', testsPerOrganization),
    wake: wakeOutbound,
  })
  const store = createStoreUpdates(infra)

  const receive = createReceive({
    db,
    contacts: {
      ...customers.contacts,
      async mayWrite(organizationId, customerId) {
        const customer = await customers.find(organizationId, customerId)
        return customer?.is_blocked === false && customer.deactivated_at === null
      },
    },
    messages: {
      send: conversations.sendMessage,
      find: conversations.findMessage,
      edit: conversations.editByCustomer,
      findSent: conversations.findSent,
      async customerOf(organizationId, { kind, id }) {
        if (kind === 'conversation') return (await conversations.find(organizationId, id))?.customer_id
        return (await customers.find(organizationId, id)) && id
      },
      hasOpenConversation: async (customerId) =>
        (await conversations.openConversation(db, customerId)) !== null,
      async returned(customer, event, contact) {
        const outcome = await failReturned(db, { ...contact, ...event, now: now() })
        if (outcome === 'unknown') await mailReturns.returned(customer, event, contact.contact)
        if (outcome !== 'failed') return outcome
        if (event.reason === 'contact_gone') await changeContact(db, contact, { unreachable: event.reason })
        const delivery = { state: 'failed', reason: event.reason } as const
        await conversations.recordDelivery(customer, event.messageId, delivery)
        return outcome
      },
    },
    hasConfirmed: mailReturns.hasConfirmed,
    originals: {
      insert: (of, message, original) =>
        insertMail(db, { ...of, ...original, messageId: message.id, customerId: message.customer_id }, now()),
    },
    files: { store: media.store },
    mark: (clientId, message) => markMessage(db, clientId, message, clock()),
  })
  const queue = { db, clock, signal: lifecycle.signal, accountOf: connections.accountOf }
  const inbound = createContactWorker({
    db,
    clock,
    queue: 'inbound',
    onError,
    handle: createInboundHandler({
      ...queue,
      adapterOf: connections.adapterOf,
      logger: infra.logger,
      receive,
    }),
  })
  const outbound = createContactWorker({
    db,
    clock,
    queue: 'outbound',
    onError,
    handle: createOutboundHandler({
      ...queue,
      findMessage: conversations.findMessage,
      recordDelivery: conversations.recordDelivery,
      isWindowOpen: conversations.replyWindows.isOpen,
      async openFile({ id }: MediaRecord) {
        const row = await media.find(id)
        return row && media.read(row as never)
      },
      onError,
      onLimit: (limited) => pauseLimitedAccount(db, limited, now()),
      onRefusedCredentials: connections.reportRefusedCredentials,
      onAccount: connections.reportSending,
    }),
  })
  const polling = createPolling({ db, clock, connections, store, wake: wakeInbound, onError })
  const contactOf = (organizationId: string, customerId: string) =>
    contactOfCustomer(db, organizationId, customerId)
  const requireCustomer = async (organizationId: string, customerId: string): Promise<void> => {
    if (!(await customers.find(organizationId, customerId))) throw new AppError('not_found')
  }

  const stopHearing = bus.subscribe('channel.due', ({ queue: name }) =>
    (name === 'inbound' ? inbound : outbound).wake(),
  )
  lifecycle.onStop(stopHearing)
  for (const worker of [inbound, outbound, polling]) lifecycle.addWorker(worker)
  const { onAgentTyping } = ports.realtime
  const stopTyping = forwardTyping({ onAgentTyping, clock, onError, showTypingOf: connections.showTypingOf })
  lifecycle.onStop(stopTyping)

  return defineFeature({
    /** Handles what is due now, for tests with a clock. */
    async look(): Promise<void> {
      await inbound.look()
      await outbound.look()
    },
    /** Follows accounts that are asked for updates, for tests without workers. */
    polling,
    mailbox: createCustomerMailbox({ db, clock, email, connections }),
    connection: connections.find,
    contactsAmong,
    marksAmong,
    accountOf: connections.accountOf,
    requireCustomer,
    async accountOfContact(organizationId: string, customerId: string) {
      const contact = await contactOf(organizationId, customerId)
      return contact && { channel: contact.channel, account_id: contact.contact }
    },
    contactsOfAccount: (organizationId: string, account: ContactAccount, max: number) =>
      customersOfContact(db, organizationId, account, max),
    review: connections.review,
    async attachmentLimit(organizationId: string, customerId: string): Promise<number | null> {
      const contact = await contactOf(organizationId, customerId)
      return contact === undefined ? null : capabilities[contact.channel].maxAttachmentBytes
    },
    routes(http) {
      pictureRoutes(http, {
        authorizeAgent: agents.authorizeAgent,
        pictureOf: (organizationId, providerId, id) => findPicture(db, organizationId, providerId, id),
      })
      mailboxRoutes(http, {
        connections,
        test: email.test,
        authorizeAgent: agents.authorizeAgent,
      })
      mailRoutes(http, {
        db,
        authorizeAgent: agents.authorizeAgent,
        findConversation: conversations.find,
        findMessage: conversations.findMessage,
      })
      updateRoutes(http, { db, clock, connections, store, wake: wakeInbound })
      channelRoutes(http, {
        connections,
        authorizeAgent: agents.authorizeAgent,
        retry: createRetry({
          clock,
          findConversation: conversations.find,
          findMessage: conversations.findMessage,
          recordDelivery: conversations.recordDelivery,
          wake: wakeOutbound,
        }),
        async contactOf(organizationId, customerId) {
          await requireCustomer(organizationId, customerId)
          const contact = await contactOf(organizationId, customerId)
          if (contact === undefined) return null
          const { channel, source, unreachable } = contact
          const replyWindow = await conversations.replyWindows.of(organizationId, customerId)
          return { channel, source, unreachable, reply_window: replyWindow }
        },
      })
    },
    consumers: [createOutboxConsumer({ clock, wake: wakeOutbound })],
    jobs: {
      'sweep-channels': { cron: '37 2 * * *', run: createChannelRetention(infra) },
      'review-channels': { cron: '*/5 * * * *', run: connections.review },
    },
  })
}
