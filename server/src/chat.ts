import type { LogEntry } from '@parley/protocol/event'
import type { Media, MediaRecord } from '@parley/protocol/media'
import type { MessageRecord } from '@parley/protocol/message'
import type { IncomingMessage } from 'node:http'
import { composeCalls, type CallsDeps } from './calls.ts'
import { mediaCommands } from './chat-media.ts'
import type { Bus } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import { openDatabase, type DatabaseHandle } from './core/database.ts'
import { createEventLog, type Outbox, type StoredEntry } from './core/event-log.ts'
import type { Http } from './core/http.ts'
import { logEnds } from './core/log-reader.ts'
import type { Logger } from './core/logger.ts'
import type { Metrics } from './core/metrics.ts'
import { conversationRoutes } from './features/conversations/conversation-routes.ts'
import { openConversationId } from './features/conversations/conversation-store.ts'
import { createConversations } from './features/conversations/conversations.ts'
import { inboxCommands } from './features/conversations/inbox-commands.ts'
import { createInboxFeed } from './features/conversations/inbox-feed.ts'
import { createInbox } from './features/conversations/inbox.ts'
import { createMessageBatch, lanes as messageLanes } from './features/conversations/message-batch.ts'
import { messageCommands } from './features/conversations/message-commands.ts'
import { messageRoutes } from './features/conversations/message-routes.ts'
import { createMessages } from './features/conversations/messages.ts'
import { createReceipts } from './features/conversations/receipts.ts'
import { createSearchUpkeep } from './features/conversations/search-upkeep.ts'
import { customerSnapshot } from './features/conversations/snapshot.ts'
import { createTeam } from './features/conversations/team.ts'
import { customerRoutes } from './features/customers/customer-routes.ts'
import { createCustomers } from './features/customers/customers.ts'
import { birthName } from './features/customers/identities.ts'
import { createMembers, type Members } from './features/customers/members.ts'
import { createCustomer } from './features/customers/newcomers.ts'
import { agentCommands } from './features/identity/agent-commands.ts'
import { loginProblemRoutes } from './features/identity/login-problem-routes.ts'
import { createLoginProblems } from './features/identity/login-problems.ts'
import type { MemberSessions } from './features/identity/member-sessions.ts'
import { originAllowed, widgetCommands } from './features/identity/widget-commands.ts'
import type { MediaFeature } from './features/media/media.ts'
import type { People } from './people.ts'
import { joinCustomer, type WidgetSession } from './realtime/contexts.ts'
import { createFanOut } from './realtime/fan-out.ts'
import { logCommands } from './realtime/log-commands.ts'
import type { Presence } from './realtime/presence.ts'
import { typingCommands } from './realtime/typing.ts'
import { openSockets } from './sockets.ts'

export interface ChatDeps {
  baseUrl: string
  databaseUrl: string
  database: DatabaseHandle
  bus: Bus
  clock: Clock
  logger: Logger
  metrics: Metrics
  presence: Presence
  http: Http
  people: People
  media: MediaFeature
  iceServers: CallsDeps['iceServers']
  recordings: CallsDeps['recordings']
  outbox: Outbox
  countryOf: (request: IncomingMessage) => string
  /** Social login, which writes its members' rows. */
  openMemberSessions: (members: Members) => MemberSessions
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
  const members = createMembers({ pool, log })
  const loginProblems = createLoginProblems({ db, bus, clock })
  const conversations = createConversations({ db, log, customerBrief: customers.brief, faceOf, agentExists })
  const forBatches = openDatabase(deps.databaseUrl, {
    connections: messageLanes,
    lookUps: true,
    plannedOnce: true,
  })
  const batch = createMessageBatch({
    pool: forBatches.pool,
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
  const isOnline = (organizationId: string, customerId: string) =>
    presence.isOnline('customer', organizationId, customerId)
  const inbox = createInbox({ db, facesOf, isOnline })
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
  const joinNewCustomer = (session: WidgetSession, customerId: string) => {
    const follower = joinCustomer({ fanOut, presence }, session, customerId)
    if (!follower) return
    fanOut.start(follower, 0)
    void fanOut.catchUp([follower]).catch(onSurprise)
  }
  const sending = messageCommands({
    db,
    messages,
    receipts,
    createCustomer,
    customerExists,
    joinNewCustomer,
    withLinks,
  })
  const calls = composeCalls({
    database,
    bus,
    clock,
    log,
    fanOut,
    metrics,
    http,
    authorizeAgent,
    authorize: people.authorizeAccess,
    facesOf,
    recordings: deps.recordings,
    faceOf,
    isOnline,
    findProvider: providers.findProvider,
    customerBrief: customers.brief,
    openConversation: openConversationId,
    createCustomer,
    joinNewCustomer,
    iceServers: deps.iceServers,
    onSurprise,
  })
  const files = mediaCommands(media, customers.find, messages.visibleMedia)
  const onWidgetLeft = (session: WidgetSession) => {
    const { customerId } = session.context
    if (customerId !== null) void customers.markSeen(customerId).catch(onSurprise)
  }
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
        bus,
        clock,
        htu: new URL('/v1/public/socket', httpBase).href,
        fanOut,
        presence,
        findProvider: providers.findProvider,
        signingKeys: providers.signingKeys,
        arrive: members.arrive,
        findCustomer: customers.find,
        closeAccount: members.closeAccount,
        setLanguage: members.setLanguage,
        memberSessions: deps.openMemberSessions(members),
        onTokenRefused: (refusal) => void loginProblems.note(refusal).catch(onSurprise),
        onLeft: onWidgetLeft,
        birthName,
        snapshot: (...args) => customerSnapshot({ db, faceOf, withLinks }, ...args),
        team: team.status,
        callOffering: calls.offering,
        liveCall: calls.liveCall,
      }),
      ...sending.widget,
      ...calls.widget,
      ...logs.widget,
      ...typing.widget,
      ...files.widget,
    },
    agentHandlers: {
      ...agentCommands({ clock, presence, authorizeAgent }),
      ...sending.agent,
      ...calls.agent,
      ...logs.agent,
      ...typing.agent,
      ...files.agent,
      ...inboxCommands({ feed }),
    },
    onWidgetLeft,
  })

  agents.whenRemoved(async (organizationId, agentId) => {
    await conversations.releaseAgent(organizationId, agentId)
    await customers.releaseAgent(organizationId, agentId)
    await calls.releaseAgent(organizationId, agentId)
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
      if (!provider || !originAllowed(session.context.origin, provider.allowed_origins)) {
        session.close('origin_refused')
        continue
      }
      // A key that was retired carries nobody any further (SPEC M11).
      const signedWith = session.context.principal?.member?.signed_with ?? null
      if (signedWith === null) continue
      const live = await providers.signingKeys(providerId)
      if (!live.some(({ name }) => name === signedWith)) session.close('session_expired')
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
  messageRoutes(http, { messages, conversations, agentExists, faceOf, authorize: people.authorizeAccess })
  loginProblemRoutes(http, { problems: loginProblems, authorizeAgent, requireProvider: providers.find })
  customerRoutes(http, {
    customers,
    authorizeAgent,
    isOnline,
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
    log,
    sockets,
    calls,
    searchUpkeep: createSearchUpkeep({ pool, onSurprise }),
    async close() {
      stopTeamNews()
      stopProviderNews()
      sockets.stop()
      feed.close()
      fanOut.close()
      await forBatches.close()
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
