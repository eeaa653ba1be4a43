import { databaseNow } from '../core/database-time.ts'
import { createDueWorker } from '../core/due-worker.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import {
  createAutomaticReplies,
  type AutomaticReplyDeps,
} from '../features/automatic-replies/automatic-replies.ts'
import {
  createAutomaticReplyConsumer,
  type ConsumerDeps,
} from '../features/automatic-replies/automatic-reply-consumer.ts'
import { automaticReplyRoutes } from '../features/automatic-replies/automatic-reply-routes.ts'
import { claimDue } from '../features/automatic-replies/automatic-reply-store.ts'
import { createTeamPresence } from '../features/automatic-replies/team-presence.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    /** A contact wrote, and an automatic reply may follow. */
    'automatic-replies.due': Record<string, never>
  }
}

export interface AutomaticReplyPorts {
  agents: { authorizeAgent: AuthorizeAgent }
  businessHours: { isOpen: AutomaticReplyDeps['isOpen'] }
  desks: { isPresent: (organizationId: string, agentId: string) => Promise<boolean> }
  customers: { find: AutomaticReplyDeps['findCustomer'] }
  conversations: {
    find: AutomaticReplyDeps['findConversation']
    sendMessage: AutomaticReplyDeps['sendMessage']
    lastHumanResponse: AutomaticReplyDeps['lastHumanResponse']
  }
  channels: {
    connection: (organizationId: string, channelId: string) => Promise<unknown>
    contactsAmong: ConsumerDeps['contactsAmong']
    marksAmong: ConsumerDeps['marksAmong']
  }
}

const intervalMs = 5_000
const maxConcurrent = 8

/** Greeting and away texts for contacts of messaging channels. */
export function composeAutomaticReplies(infra: Infrastructure, ports: AutomaticReplyPorts) {
  const { bus, clock, db, lifecycle, presence } = infra
  const { agents, businessHours, desks, customers, conversations, channels } = ports
  const respond = createAutomaticReplies({
    db,
    clock,
    findCustomer: customers.find,
    findConversation: conversations.find,
    isOpen: businessHours.isOpen,
    presence: createTeamPresence({
      agents: presence.agents,
      isPresent: desks.isPresent,
      isReconnecting: presence.reconnects.isOpen,
    }),
    lastHumanResponse: conversations.lastHumanResponse,
    sendMessage: conversations.sendMessage,
  })
  const worker = createDueWorker({
    claim: (max) => claimDue(db, databaseNow(clock), max),
    handle: respond,
    onError: infra.logErrors('automatic replies'),
    intervalMs,
    maxConcurrent,
  })
  lifecycle.onStop(bus.subscribe('automatic-replies.due', worker.wake))
  lifecycle.addWorker(worker)

  return defineFeature({
    /** Handles what is due now, for tests. */
    look: worker.look,
    consumers: [
      createAutomaticReplyConsumer({
        contactsAmong: channels.contactsAmong,
        marksAmong: channels.marksAmong,
        wake: () => bus.publish('automatic-replies.due', {}),
      }),
    ],
    routes: (http) =>
      automaticReplyRoutes(http, {
        db,
        bus,
        clock,
        authorizeAgent: agents.authorizeAgent,
        requireConnection: channels.connection,
      }),
  })
}
