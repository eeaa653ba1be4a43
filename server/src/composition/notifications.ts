import type { AuthorizeAgent } from '../core/permissions.ts'
import {
  announceAdded,
  announceRead,
  pushNotifications,
} from '../features/notifications/live-notifications.ts'
import {
  createNotificationConsumer,
  type NotificationConsumerDeps,
} from '../features/notifications/notification-consumer.ts'
import { createNotificationRetention } from '../features/notifications/notification-retention.ts'
import { notificationRoutes } from '../features/notifications/notification-routes.ts'
import { createNotifications, type NotificationDeps } from '../features/notifications/notifications.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface NotificationPorts {
  agents: Pick<NotificationDeps, 'facesOf'> &
    Pick<NotificationConsumerDeps, 'holdActive'> & {
      authorizeAgent: AuthorizeAgent
      whenRemoved: (forget: (organizationId: string, agentId: string) => Promise<void>) => void
    }
  notes: { contents: NotificationDeps['noteContents'] } & Pick<NotificationConsumerDeps, 'mentionedBefore'>
  teams: { membersOf: NotificationConsumerDeps['membersOf'] }
  customers: {
    find: (
      organizationId: string,
      customerId: string,
    ) => Promise<{ private_agent_id: string | null } | undefined>
  }
  conversations: {
    find: (
      organizationId: string,
      conversationId: string,
    ) => Promise<{ agent_id: string | null; team_id: string | null } | undefined>
  }
}

/** Notifications of agents: written by a consumer of the log, delivered by transports. */
export function composeNotifications(infra: Infrastructure, ports: NotificationPorts) {
  const { bus, clock, db, lifecycle } = infra
  const { agents, notes, teams, customers, conversations } = ports
  const announce = announceRead(bus)
  const notifications = createNotifications({
    db,
    clock,
    facesOf: agents.facesOf,
    noteContents: notes.contents,
    announce,
  })
  agents.whenRemoved(notifications.forgetAgent)
  const stop = pushNotifications({
    bus,
    notifications,
    sockets: infra.sockets.agents,
    onError: infra.logErrors('notifications'),
  })
  lifecycle.onStop(stop)
  const consumer = createNotificationConsumer({
    clock,
    holdActive: agents.holdActive,
    mentionedBefore: notes.mentionedBefore,
    membersOf: teams.membersOf,
    async agentsOf({ organizationId, customerId, conversationId }) {
      const customer = await customers.find(organizationId, customerId)
      const conversation =
        conversationId === null ? undefined : await conversations.find(organizationId, conversationId)
      return [customer?.private_agent_id, conversation?.agent_id].filter((id) => typeof id === 'string')
    },
    async responsibleFor(organizationId, conversationId) {
      const row =
        conversationId === null ? undefined : await conversations.find(organizationId, conversationId)
      return { agentId: row?.agent_id ?? null, teamId: row?.team_id ?? null }
    },
    transports: [announceAdded(bus)],
    onDeleted: (recipients) => {
      for (const { organization_id: organizationId, agent_id: agentId } of recipients)
        announce({ organizationId, agentId })
    },
  })
  return defineFeature({
    routes: (http) => notificationRoutes(http, { notifications, authorizeAgent: agents.authorizeAgent }),
    consumers: [consumer],
    jobs: { 'sweep-notifications': { cron: '47 3 * * *', run: createNotificationRetention(infra) } },
  })
}
