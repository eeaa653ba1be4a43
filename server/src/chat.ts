import type { LogEntry } from '@parley/protocol/event'
import type { Media, MediaRecord, MediaTicketParams } from '@parley/protocol/media'
import type { MessageRecord } from '@parley/protocol/message'
import type { IncomingMessage } from 'node:http'
import type { Bus } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import type { DatabaseHandle } from './core/database.ts'
import { createEventLog, type Outbox, type StoredEntry } from './core/event-log.ts'
import type { Http } from './core/http.ts'
import { logEnds } from './core/log-reader.ts'
import type { Logger } from './core/logger.ts'
import type { Metrics } from './core/metrics.ts'
import { conversationRoutes } from './features/conversations/conversation-routes.ts'
import { createConversations } from './features/conversations/conversations.ts'
import { inboxCommands } from './features/conversations/inbox-commands.ts'
import { createInboxFeed } from './features/conversations/inbox-feed.ts'
import { createInbox } from './features/conversations/inbox.ts'
import { createMessageBatch } from './features/conversations/message-batch.ts'
import { agentOwner, messageCommands, visitorOwner } from './features/conversations/message-commands.ts'
import { createMessages } from './features/conversations/messages.ts'
import { createReceipts } from './features/conversations/receipts.ts'
import { createSearchUpkeep } from './features/conversations/search-upkeep.ts'
import { customerSnapshot } from './features/conversations/snapshot.ts'
import { createTeam } from './features/conversations/team.ts'
import { customerRoutes } from './features/customers/customer-routes.ts'
import { createCustomers, visitorBirth } from './features/customers/customers.ts'
import { agentCommands } from './features/identity/agent-commands.ts'
import { originAllowed, widgetCommands } from './features/identity/widget-commands.ts'
import type { MediaFeature } from './features/media/media.ts'
import type { People } from './people.ts'
import {
  joinCustomer,
  principalOf,
  refuseCustomerId,
  targetOf,
  type AgentSession,
  type WidgetSession,
} from './realtime/contexts.ts'
import { createFanOut } from './realtime/fan-out.ts'
import { logCommands } from './realtime/log-commands.ts'
import type { Presence } from './realtime/presence.ts'
import { typingCommands } from './realtime/typing.ts'
import { openSockets } from './sockets.ts'
import { AppError } from './core/app-error.ts'

export interface ChatDeps {
  baseUrl: string
  database: DatabaseHandle
  bus: Bus
  clock: Clock
  logger: Logger
  metrics: Metrics
  presence: Presence
  http: Http
  people: People
  media: MediaFeature
  outbox: Outbox
  countryOf: (request: IncomingMessage) => string
}

/** Customers, conversations and the sockets over which they talk. */
export function composeChat(deps: ChatDeps) {
  const { bus, clock, database, http, media, metrics, people, presence } = deps
  const { db, pool } = database
  const { agents, authorizeAgent, providers } = people
  const { faceOf, facesOf, agentExists } = agents
  const { withLinks } = media
  const onSurprise = (error: unknown) => deps.logger.error({ err: error }, 'chat')

  const log = createEventLog({ db, bus, clock, outbox: deps.outbox })
  const customers = createCustomers({ db, log, clock, agentExists })
  const customerExists = async (organizationId: string, customerId: string) =>
    (await customers.find(organizationId, customerId)) !== undefined
  const conversations = createConversations({ db, log, customerBrief: customers.brief, faceOf, agentExists })
  const batch = createMessageBatch({
    pool,
    log,
    clock,
    onBatch: (size) => metrics.messageBatch.observe(size),
  })
  const messages = createMessages({
    db,
    log,
    batch,
    conversations,
    attachMedia: media.attach,
    onMessage: (sender) => metrics.messages.inc({ sender }),
  })
  const receipts = createReceipts({ pool, log, clock })
  const inbox = createInbox({
    db,
    facesOf,
    isOnline: (organizationId, customerId) => presence.isOnline('customer', organizationId, customerId),
  })
  const feed = createInboxFeed({ bus, load: inbox.ofCustomers, onSurprise })
  const team = createTeam({
    db,
    clock,
    facesOf,
    onlineAgents: (organizationId) => presence.online('agent', organizationId),
  })

  const render = (entry: StoredEntry): LogEntry => renderEntry(entry, withLinks)
  const fanOut = createFanOut({ db, bus, render, onSurprise })
  const logs = logCommands({ db, fanOut, render })
  const typing = typingCommands({ bus, fanOut })
  const sending = messageCommands({
    messages,
    receipts,
    createVisitor: customers.createVisitor,
    customerExists,
    joinNewCustomer(session, customerId) {
      const follower = joinCustomer({ fanOut, presence }, session, customerId)
      if (!follower) return
      fanOut.start(follower, 0)
      void fanOut.catchUp([follower]).catch(onSurprise)
    },
    withLinks,
  })
  const files = mediaCommands(media, customers.find, messages.visibleMedia)
  const httpBase = new URL(deps.baseUrl)

  const sockets = openSockets({
    server: http.server,
    baseUrl: deps.baseUrl,
    clock,
    logger: deps.logger,
    metrics,
    bus,
    fanOut,
    sessionOf: people.sessions.sessionOf,
    liveSessions: people.sessions.liveSessions,
    countryOf: deps.countryOf,
    widgetHandlers: {
      ...widgetCommands({
        clock,
        htu: new URL('/v1/public/socket', httpBase).href,
        fanOut,
        presence,
        findProvider: providers.findProvider,
        findVisitor: customers.findVisitor,
        birthName: visitorBirth,
        snapshot: (...args) => customerSnapshot({ db, faceOf, withLinks }, ...args),
        team: team.status,
      }),
      ...sending.widget,
      ...logs.widget,
      ...typing.widget,
      ...files.widget,
    },
    agentHandlers: {
      ...agentCommands({ clock, presence, authorizeAgent }),
      ...sending.agent,
      ...logs.agent,
      ...typing.agent,
      ...files.agent,
      ...inboxCommands({ feed }),
    },
    onWidgetLeft(session) {
      const { customerId } = session.context
      if (customerId !== null) void customers.markSeen(customerId).catch(onSurprise)
    },
  })

  agents.whenRemoved(async (organizationId, agentId) => {
    await conversations.releaseAgent(organizationId, agentId)
    await customers.releaseAgent(organizationId, agentId)
  })

  // A provider that was deleted, or no longer allows a page, ends the sockets that it let in.
  const stopProviderNews = bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
    if (what === 'providers') void dismissUnwelcome(organizationId).catch(onSurprise)
  })

  async function dismissUnwelcome(organizationId: string): Promise<void> {
    const concerned = [...sockets.widgets.sessions].filter(
      (session) => session.context.principal?.organization_id === organizationId,
    )
    const known = new Map<string, ReturnType<typeof providers.findProvider>>()
    for (const session of concerned) {
      const providerId = session.context.principal?.provider_id ?? ''
      known.set(providerId, known.get(providerId) ?? providers.findProvider(providerId))
      const provider = await known.get(providerId)
      if (!provider || !originAllowed(session.context.origin, provider.allowed_origins))
        session.close('origin_refused')
    }
  }

  const stopTeamNews = presence.onChange(({ kind, organizationId }) => {
    if (kind !== 'agent') return
    team.forget(organizationId)
    void tellTeam(organizationId).catch(onSurprise)
    bus.publish('organization', { organization_id: organizationId, what: 'presence' })
  })

  async function tellTeam(organizationId: string): Promise<void> {
    const status = await team.status(organizationId)
    for (const session of sockets.widgets.sessions) {
      if (session.context.principal?.organization_id === organizationId) session.notify('team', status)
    }
  }

  conversationRoutes(http, { conversations, inbox, authorizeAgent, customerExists })
  customerRoutes(http, {
    customers,
    authorizeAgent,
    isOnline: (organizationId, customerId) => presence.isOnline('customer', organizationId, customerId),
    async figures(customerIds) {
      if (customerIds.length === 0) return new Map()
      const [ends, counts] = await Promise.all([
        logEnds({ db }, customerIds),
        inbox.conversationCounts(customerIds),
      ])
      return new Map(
        customerIds.map((id) => [id, { seq: ends.get(id) ?? 0, conversation_count: counts.get(id) ?? 0 }]),
      )
    },
  })

  return {
    sockets,
    searchUpkeep: createSearchUpkeep({ pool, onSurprise }),
    close() {
      stopTeamNews()
      stopProviderNews()
      sockets.stop()
      feed.close()
      fanOut.close()
    },
  }
}

/** media.ticket and media.links of both sockets. */
function mediaCommands(
  media: MediaFeature,
  findCustomer: (organizationId: string, customerId: string) => Promise<{ provider_id: string } | undefined>,
  visibleMedia: (customerId: string, mediaIds: string[]) => Promise<string[]>,
) {
  return {
    widget: {
      'media.ticket': (session: WidgetSession, params: MediaTicketParams) => {
        refuseCustomerId(params)
        const principal = principalOf(session)
        return media.createTicket({
          owner: visitorOwner(principal),
          organizationId: principal.organization_id,
          providerId: principal.provider_id,
          customerId: session.context.customerId,
          name: params.name,
          size: params.size,
        })
      },
      'media.links': async (session: WidgetSession, params: { ids: string[]; customer_id?: string }) => {
        refuseCustomerId(params)
        const { organization_id: organizationId } = principalOf(session)
        const { customerId } = session.context
        if (customerId === null) return { media: [] }
        const visible = await visibleMedia(customerId, params.ids)
        return { media: await media.links(organizationId, customerId, visible) }
      },
    },
    agent: {
      'media.ticket': async (session: AgentSession, params: MediaTicketParams) => {
        const { agent, customerId } = targetOf(session, params)
        const customer = await findCustomer(agent.organizationId, customerId)
        if (!customer) throw new AppError('not_found')
        return media.createTicket({
          owner: agentOwner(agent.agentId),
          organizationId: agent.organizationId,
          providerId: customer.provider_id,
          customerId,
          name: params.name,
          size: params.size,
        })
      },
      'media.links': async (session: AgentSession, params: { ids: string[]; customer_id?: string }) => {
        const { agent, customerId } = targetOf(session, params)
        return { media: await media.links(agent.organizationId, customerId, params.ids) }
      },
    },
  }
}

/** A stored entry as it travels: attachments get their links. */
function renderEntry(entry: StoredEntry, withLinks: (media: MediaRecord[]) => Media[]): LogEntry {
  const { audience: _, ...travelling } = entry
  if (entry.type !== 'message.created') return travelling as unknown as LogEntry
  const data = entry.data as MessageRecord
  if (data.media.length === 0) return travelling as unknown as LogEntry
  return { ...travelling, data: { ...data, media: withLinks(data.media) } } as LogEntry
}
