import type { OutsideHours } from '@parley/protocol/business-hours'
import { channelCapabilities, type Channel, type ChannelCapabilities } from '@parley/protocol/channel'
import type { Media, MediaRecord } from '@parley/protocol/media'
import { batchLookups } from '../core/coalesce.ts'
import { openDatabase } from '../core/database.ts'
import type { EventLog, StoredEntry } from '../core/event-log.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { createAttributes } from '../features/conversations/attributes.ts'
import { factsOf, openAfter } from '../features/conversations/conversation-facts.ts'
import { conversationRoutes } from '../features/conversations/conversation-routes.ts'
import { searchConversations, searchMessages } from '../features/conversations/conversation-search.ts'
import {
  dueSnoozes,
  findConversationById,
  latestConversation,
  medianFirstResponse,
  openConversationId,
  openConversationTeam,
  snoozedOf,
} from '../features/conversations/conversation-store.ts'
import { createConversations, type ConversationDeps } from '../features/conversations/conversations.ts'
import { inboxCommands } from '../features/conversations/inbox-commands.ts'
import { createInboxFeed } from '../features/conversations/inbox-feed.ts'
import { createInbox, type InboxDeps } from '../features/conversations/inbox.ts'
import { createMessageBatch } from '../features/conversations/message-batch.ts'
import { wasSentByApi } from '../features/conversations/message-change-store.ts'
import { messageChangeRoutes } from '../features/conversations/message-change-routes.ts'
import { createMessageChanges, type MessageChangeDeps } from '../features/conversations/message-changes.ts'
import { messageCommands, type MessageCommandDeps } from '../features/conversations/message-commands.ts'
import { messageRoutes } from '../features/conversations/message-routes.ts'
import { backlogCounts, liveCounts } from '../features/conversations/live-counts.ts'
import { messagesPageRoutes } from '../features/conversations/messages-page-routes.ts'
import { createMessageDeliveries } from '../features/conversations/message-deliveries.ts'
import {
  customerMessage,
  findByClientId,
  findMessage,
  messagesForCustomer,
} from '../features/conversations/message-store.ts'
import { createMessages, type MessageDeps } from '../features/conversations/messages.ts'
import { createReceipts } from '../features/conversations/receipts.ts'
import { createReplyWindows, lastHumanResponse } from '../features/conversations/reply-window.ts'
import { renderEntry } from '../features/conversations/render-entry.ts'
import { createSearchUpkeep } from '../features/conversations/search-upkeep.ts'
import { resumeStates } from '../features/conversations/resume-state.ts'
import { customerSnapshot } from '../features/conversations/snapshot.ts'
import { createTeamAnnouncements } from '../features/conversations/team-status.ts'
import { createTeamAssignment } from '../features/conversations/team-assignment.ts'
import { createTeam } from '../features/conversations/team.ts'
import { unreadByCustomer } from '../features/conversations/unread-messages.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

interface MediaLinks {
  withLinks: (media: MediaRecord[]) => Media[]
}

/** How sockets receive entries: messages with links to their attachments. */
/** Renders an entry of the log as clients see it. */
export const composeEntryRenderer =
  (_: Infrastructure, { media }: { media: MediaLinks }) =>
  (entry: StoredEntry) =>
    renderEntry(entry, media.withLinks)

/** Connecting customers whose states one statement reads. */
const maxStates = 128

export interface ConversationPorts {
  /** Tests have channels of their own. */
  capabilities?: Record<Channel, ChannelCapabilities>
  log: EventLog
  apiKeys: { authorizeAccess: AuthorizeAccess }
  agents: Pick<ConversationDeps, 'faceOf' | 'agentExists'> &
    Pick<InboxDeps, 'facesOf'> & {
      authorizeAgent: AuthorizeAgent
      whenRemoved: (release: (organizationId: string, agentId: string) => Promise<void>) => void
    }
  teamDirectory: { firstTeam: ConversationDeps['firstTeam'] }
  desks: { isPresent: ConversationDeps['isPresent'] }
  customers: {
    brief: ConversationDeps['customerBrief']
    createCustomer: MessageCommandDeps['createCustomer']
    find: (organizationId: string, customerId: string) => Promise<object | undefined>
  }
  media: MediaLinks &
    Pick<MessageCommandDeps, 'widgetOwner' | 'agentOwner'> & {
      attach: MessageDeps['attachMedia']
      remove: MessageChangeDeps['removeMedia']
    }
  realtime: Pick<MessageCommandDeps, 'joinNewCustomer'>
  businessHours: {
    outside: (organizationId: string, providerId: string) => Promise<OutsideHours | null>
    onChange: (listener: (organizationId: string) => void) => void
  }
}

/** Conversations, messages, receipts and the inbox. */
export function composeConversations(infra: Infrastructure, ports: ConversationPorts) {
  const { bus, db, lifecycle, metrics, pool, presence, sockets } = infra
  const { log, agents, apiKeys, customers, media, realtime, teamDirectory, desks, businessHours } = ports
  const { faceOf, facesOf, agentExists, authorizeAgent } = agents
  const { withLinks } = media
  const stateOf = batchLookups((customerIds: string[]) => resumeStates(pool, customerIds), maxStates)
  const onError = infra.logErrors('conversations')
  const conversations = createConversations({
    db,
    log,
    faceOf,
    agentExists,
    customerBrief: customers.brief,
    firstTeam: teamDirectory.firstTeam,
    isPresent: desks.isPresent,
  })
  agents.whenRemoved(conversations.releaseAgent)

  const batchDatabase = openDatabase(infra.databaseUrl, {
    connections: 1,
    lookUps: true,
    plannedOnce: true,
    onConnectionLost: infra.onConnectionLost,
  })
  lifecycle.onStop(batchDatabase.close)
  const batch = createMessageBatch({
    ...infra,
    log,
    pool: batchDatabase.pool,
    onBatch: (size) => metrics.messageBatch.observe(size),
  })
  const replyWindows = createReplyWindows({
    db,
    clock: infra.clock,
    capabilities: ports.capabilities ?? channelCapabilities,
  })
  const messages = createMessages({
    db,
    log,
    batch,
    conversations,
    isWindowOpen: replyWindows.exist ? replyWindows.isOpen : null,
    attachMedia: media.attach,
    onMessage: (sender) => metrics.messages.inc({ sender }),
  })
  const changes = createMessageChanges({ db, log, conversations, removeMedia: media.remove, onError })
  const receipts = createReceipts({ ...infra, log })
  const inbox = createInbox({
    db,
    clock: infra.clock,
    facesOf,
    onlineOf: presence.customers.online,
  })
  const feed = createInboxFeed({ bus, presence: presence.customers, load: inbox.ofCustomers, onError })
  lifecycle.onStop(feed.close)
  const team = createTeam({
    ...infra,
    facesOf,
    onlineAgents: presence.agents.online,
    typicalResponse: (organizationId, since) => medianFirstResponse(db, organizationId, since),
    outsideHours: businessHours.outside,
  })
  const { onChange: onHoursChange } = businessHours
  const teamStatus = createTeamAnnouncements({
    bus,
    presence: presence.agents,
    team,
    ...sockets,
    onHoursChange,
    onError,
  })
  lifecycle.onStop(teamStatus.close)
  lifecycle.addWorker(createSearchUpkeep({ pool, onError }))

  const customerExists = async (organizationId: string, customerId: string) =>
    (await customers.find(organizationId, customerId)) !== undefined
  const sending = messageCommands({
    db,
    messages,
    receipts,
    customerExists,
    createCustomer: customers.createCustomer,
    joinNewCustomer: realtime.joinNewCustomer,
    faceOf,
    ...media,
  })
  return defineFeature({
    conversationCounts: inbox.conversationCounts,
    lifecycle: conversations,
    find: conversations.find,
    ofCustomer: (query: Parameters<typeof inbox.ofCustomer>[0]) => inbox.ofCustomer(query, 'agent'),
    teamAssignment: createTeamAssignment({ db, log, conversations, customerBrief: customers.brief, faceOf }),
    changeAttributes: createAttributes({ db, log }).change,
    /** After a change, by an agent who has read it before or by an API key. */
    shown: (organizationId: string, conversationId: string) =>
      inbox.one(organizationId, conversationId, 'program'),
    countLists: inbox.countLists,
    searchConversations,
    searchMessages,
    conversationsById: inbox.byId,
    factsOf,
    openAfter,
    snoozedOf: (customerIds: string[]) => snoozedOf(db, customerIds),
    dueSnoozes: (now: string, max: number) => dueSnoozes(db, now, max),
    firstMessage: (customerId: string, conversationId: string, after: number) =>
      customerMessage(db, { customerId, conversationId }, { after }),
    lastMessage: (customerId: string, conversationId: string) =>
      customerMessage(db, { customerId, conversationId }, 'last'),
    openConversation: openConversationId,
    openTeam: openConversationTeam,
    latest: latestConversation,
    unreadByCustomer: (customerId: string, query: { after: number; max: number }) =>
      unreadByCustomer(db, customerId, query),
    liveCounts: (organizationId: string) => liveCounts(db, organizationId),
    backlogCounts: () => backlogCounts(db),
    async messagesForCustomer(conversationId: string, max: number) {
      const conversation = await findConversationById(db, conversationId)
      if (!conversation) return undefined
      const {
        organization_id: organizationId,
        customer_id: customerId,
        provider_id: providerId,
      } = conversation
      const messages = await messagesForCustomer(db, { customerId, conversationId, max })
      return { organizationId, customerId, providerId, messages }
    },
    snapshot: (organizationId: string, customerId: string, resumeAfter: number | null) =>
      customerSnapshot({ db, stateOf, faceOf, withLinks }, organizationId, customerId, resumeAfter),
    /** Messages of and to contacts of platforms. */
    sendMessage: messages.send,
    editByCustomer: changes.editByCustomer,
    /** A customer's message by its client_id. */
    findSent: (customerId: string, clientId: string) => findByClientId(db, customerId, 'customer', clientId),
    async findMessage(customerId: string, messageId: string) {
      const message = await findMessage(db, customerId, messageId)
      return (
        message && {
          ...message,
          by_api: message.sender_type === 'agent' && (await wasSentByApi(db, message)),
        }
      )
    },
    replyWindows,
    lastHumanResponse: (organizationId: string, customerId: string) =>
      lastHumanResponse(db, organizationId, customerId),
    recordDelivery: createMessageDeliveries({ log }).record,
    teamStatus: teamStatus.status,
    visibleMedia: messages.visibleMedia,
    routes(http) {
      conversationRoutes(http, {
        conversations,
        inbox,
        authorizeAgent,
        authorize: apiKeys.authorizeAccess,
        customerExists,
      })
      messageRoutes(http, {
        messages,
        conversations,
        agentExists,
        faceOf,
        authorize: apiKeys.authorizeAccess,
      })
      messageChangeRoutes(http, {
        changes,
        withLinks,
        authorizeAgent,
        authorize: apiKeys.authorizeAccess,
      })
      messagesPageRoutes(http, {
        ...infra,
        withLinks,
        authorize: apiKeys.authorizeAccess,
        findConversation: conversations.find,
      })
    },
    widget: sending.widget,
    agent: { ...sending.agent, ...inboxCommands({ feed }) },
  })
}
