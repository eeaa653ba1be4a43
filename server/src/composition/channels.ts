import { channelCapabilities } from '@parley/protocol/channel'
import type { MediaRecord } from '@parley/protocol/media'
import type { Readable } from 'node:stream'
import { AppError } from '../core/app-error.ts'
import { databaseNow } from '../core/database-time.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { createSemaphore } from '../core/semaphore.ts'
import { after } from '../features/channels/backoff.ts'
import { channelRoutes } from '../features/channels/channel-routes.ts'
import { pauseConnection } from '../features/channels/connection-store.ts'
import { createConnections, type ConnectionDeps } from '../features/channels/connections.ts'
import { contactOfCustomer, customersOfContact } from '../features/channels/contact-store.ts'
import { createContactWorker } from '../features/channels/contact-worker.ts'
import { createInboundHandler } from '../features/channels/inbound.ts'
import { filesPerContact, type StoreFile } from '../features/channels/inbound-files.ts'
import { createLimits } from '../features/channels/limits.ts'
import { createOutboxConsumer } from '../features/channels/outbox-consumer.ts'
import { createOutboundHandler, type OutboundDeps } from '../features/channels/outbound.ts'
import { createPolling } from '../features/channels/polling.ts'
import { createReceive, type ReceiveDeps } from '../features/channels/receive.ts'
import { createChannelRetention } from '../features/channels/retention.ts'
import { createRetry, type RetryDeps } from '../features/channels/retries.ts'
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
  conversations: {
    find: RetryDeps['findConversation']
    sendMessage: ReceiveDeps['messages']['send']
    editByCustomer: ReceiveDeps['messages']['edit']
    findMessage: (
      ...ids: [customerId: string, messageId: string]
    ) => ReturnType<OutboundDeps['findMessage']> & ReturnType<RetryDeps['findMessage']>
    recordDelivery: OutboundDeps['recordDelivery']
  }
  media: {
    store: StoreFile
    find: (mediaId: string) => Promise<{ id: string } | undefined>
    read: (row: never) => Promise<Readable | undefined>
  }
}

type ContactAccount = Parameters<typeof customersOfContact>[2]

/** Files in memory at once: platforms take them as one request body. */
const maxOpenFiles = 4

/** Messaging platforms: their accounts, and the queues between their contacts and the log. */
export function composeChannels(infra: Infrastructure, ports: ChannelPorts) {
  const { bus, clock, config, db, lifecycle } = infra
  const { agents, providers, customers, conversations, media } = ports
  const onError = infra.logErrors('channels')
  const adapters = [
    createTelegramAdapter({
      baseUrl: config.telegram.apiUrl,
      maxDownloadBytes: config.telegram.maxDownloadBytes,
      environment: config.telegram.environment,
    }),
  ]
  const wakeInbound = () => bus.publish('channel.due', { queue: 'inbound' })
  const wakeOutbound = () => bus.publish('channel.due', { queue: 'outbound' })
  const connections = createConnections({
    ...infra,
    adapters,
    createProvider: providers.create,
    removeProvider: providers.removeOfChannel,
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
    messages: { send: conversations.sendMessage, edit: conversations.editByCustomer },
    files: { store: media.store, volume: infra.rateLimits.buckets('channel-files', filesPerContact) },
  })
  const queue = { db, clock, signal: lifecycle.signal, accountOf: connections.accountOf }
  const inbound = createContactWorker({
    db,
    clock,
    queue: 'inbound',
    onError,
    handle: createInboundHandler({ ...queue, logger: infra.logger, receive }),
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
      async openFile({ id }: MediaRecord) {
        const row = await media.find(id)
        return row && media.read(row as never)
      },
      withFile: createSemaphore(maxOpenFiles),
      onLimit: createLimits({
        clock,
        pause: (providerId, seconds) =>
          pauseConnection(db, providerId, after(databaseNow(clock), seconds * 1000)),
      }),
      onRefusedCredentials: connections.reportRefusedCredentials,
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
  if (config.roles.worker) {
    const stopTyping = forwardTyping({ bus, clock, onError, showTypingOf: connections.showTypingOf })
    lifecycle.onStop(stopTyping)
  }

  return defineFeature({
    /** Handles what is due now, for tests with a clock. */
    async look(): Promise<void> {
      await inbound.look()
      await outbound.look()
    },
    connection: connections.find,
    accountOf: connections.accountOf,
    requireCustomer,
    async accountOfContact(organizationId: string, customerId: string) {
      const contact = await contactOf(organizationId, customerId)
      return contact && { channel: contact.channel, account_id: contact.contact }
    },
    contactsOfAccount: (organizationId: string, account: ContactAccount, max: number) =>
      customersOfContact(db, organizationId, account, max),
    redirect: connections.redirect,
    async attachmentLimit(organizationId: string, customerId: string): Promise<number | null> {
      const contact = await contactOf(organizationId, customerId)
      return contact === undefined ? null : channelCapabilities[contact.channel].maxAttachmentBytes
    },
    routes(http) {
      updateRoutes(http, { db, clock, connections, store, wake: wakeInbound })
      channelRoutes(http, {
        connections,
        authorizeAgent: agents.authorizeAgent,
        retry: createRetry({
          db,
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
          return { channel, source, unreachable }
        },
      })
    },
    consumers: [createOutboxConsumer({ clock, wake: wakeOutbound })],
    jobs: {
      'sweep-channels': { cron: '37 2 * * *', run: createChannelRetention(infra) },
      'redirect-channels': { cron: '*/5 * * * *', run: connections.redirect },
    },
  })
}
