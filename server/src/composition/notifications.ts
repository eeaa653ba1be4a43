import type { MailQueue } from '../core/mail/mail-queue.ts'
import { createPeriodic } from '../core/periodic.ts'
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
import { mailLanguageOf } from '../features/notifications/mail-schedule-store.ts'
import {
  createNotificationMails,
  type NotificationMailDeps,
} from '../features/notifications/notification-mails.ts'
import { unsubscribeRoutes } from '../features/notifications/unsubscribe-routes.ts'
import { createNotificationRetention } from '../features/notifications/notification-retention.ts'
import { notificationRoutes } from '../features/notifications/notification-routes.ts'
import { createNotifications, type NotificationDeps } from '../features/notifications/notifications.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface NotificationPorts {
  mails: MailQueue
  mailSettings: Pick<NotificationMailDeps, 'mayQuote'>
  organizations: { namesOf: (ids: string[]) => Promise<Map<string, string>> }
  agents: Pick<NotificationDeps, 'facesOf'> &
    Pick<NotificationConsumerDeps, 'holdActive'> & {
      authorizeAgent: AuthorizeAgent
      mailRecipients: (organizationId: string) => Promise<{ id: string; email: string }[]>
      whenRemoved: (forget: (organizationId: string, agentId: string) => Promise<void>) => void
    }
  notes: { contents: NotificationDeps['noteContents'] } & Pick<NotificationConsumerDeps, 'mentionedBefore'>
  teamDirectory: { membersOf: NotificationConsumerDeps['membersOf'] }
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

/** How late an e-mail may be. */
const mailSweepMs = 15_000

/** Notifications of agents: written by a consumer of the log, delivered by transports. */
export function composeNotifications(infra: Infrastructure, ports: NotificationPorts) {
  const { bus, clock, db, lifecycle } = infra
  const { agents, notes, teamDirectory, customers, conversations, mails, organizations } = ports
  const announce = announceRead(bus)
  const notifications = createNotifications({
    db,
    clock,
    mails,
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
  const byMail = createNotificationMails({
    ...infra,
    mails,
    notifications,
    onError: infra.logErrors('notification mails'),
    mayQuote: ports.mailSettings.mayQuote,
    isOnline: infra.presence.agents.isOnline,
    organizationName: async (id) => (await organizations.namesOf([id])).get(id) ?? '',
    emailOf: async (organizationId, agentId) =>
      (await agents.mailRecipients(organizationId)).find(({ id }) => id === agentId)?.email ?? null,
  })
  const sweeper = createPeriodic({
    work: byMail.sweep,
    intervalMs: mailSweepMs,
    onError: infra.logErrors('notification mails'),
  })
  if (mails.isOn) lifecycle.addWorker(sweeper)
  const consumer = createNotificationConsumer({
    clock,
    holdActive: agents.holdActive,
    mentionedBefore: notes.mentionedBefore,
    membersOf: teamDirectory.membersOf,
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
    scheduleMails: byMail.schedule,
    onDeleted: (recipients) => {
      for (const { organization_id: organizationId, agent_id: agentId } of recipients)
        announce({ organizationId, agentId })
    },
  })
  return defineFeature({
    /** For tests. */
    sweepMails: byMail.sweep,
    routes(http) {
      notificationRoutes(http, { notifications, authorizeAgent: agents.authorizeAgent })
      unsubscribeRoutes(http, {
        links: infra.links,
        clock,
        turnOff: notifications.turnOffMails,
        languageOf: (agentId) => mailLanguageOf(db, agentId),
      })
    },
    consumers: [consumer],
    jobs: { 'sweep-notifications': { cron: '47 3 * * *', run: createNotificationRetention(infra) } },
  })
}
