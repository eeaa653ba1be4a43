import type { AgentFace } from '@parley/protocol/agent'
import {
  notificationKinds,
  type Notification,
  type NotificationSetting,
  type NotificationSettingInput,
  type NotificationsRead,
} from '@parley/protocol/notification'
import { timestamp, type Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { MailQueue } from '../../core/mail/mail-queue.ts'
import {
  cancelKind,
  cancelMails,
  endSchedule,
  lockSchedule,
  saveMailLanguage,
} from './mail-schedule-store.ts'
import { defaultTransports } from './notification-consumer.ts'
import {
  countUnread,
  deleteOfAgent,
  findNotifications,
  listNotifications,
  markRead,
  saveSetting,
  settingsOf,
  type ShownNotification,
} from './notification-store.ts'

export interface NotificationDeps {
  db: Database
  clock: Clock
  mails: Pick<MailQueue, 'withdraw'>
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  /** Content of notes by id. */
  noteContents: (organizationId: string, noteIds: string[]) => Promise<Map<string, string>>
  /** Updates the agent's other windows. */
  announce: (agent: Recipient) => void
}

export interface Recipient {
  organizationId: string
  agentId: string
}

export type Notifications = ReturnType<typeof createNotifications>

/** An agent's own notifications and settings. */
export function createNotifications(deps: NotificationDeps) {
  const { db, clock, mails, announce } = deps

  async function present(organizationId: string, rows: ShownNotification[]): Promise<Notification[]> {
    const [faces, contents] = await Promise.all([
      deps.facesOf(
        organizationId,
        rows.flatMap((row) => row.actor_id ?? []),
      ),
      deps.noteContents(
        organizationId,
        rows.flatMap((row) => (row.kind === 'mention' ? row.subject_id : [])),
      ),
    ])
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      actor: row.actor_id === null ? null : (faces.get(row.actor_id) ?? null),
      customer: {
        id: row.customer_id,
        name: row.name,
        avatar_url: row.avatar_url,
        country_code: row.country_code,
      },
      conversation_id: row.conversation_id,
      seq: row.seq,
      preview: previewOf(contents.get(row.subject_id)),
      transports: row.transports,
      created_at: row.created_at,
      read_at: row.read_at,
    }))
  }

  /** Ends what is scheduled or queued. */
  async function endMails(trx: Transaction, agentId: string): Promise<void> {
    await cancelMails(trx, agentId, databaseNow(clock))
    await mails.withdraw(trx, agentId, 'notifications')
  }

  return {
    /** Newest first. */
    async list(
      { organizationId, agentId }: Recipient,
      query: Omit<Parameters<typeof listNotifications>[1], 'agentId'>,
    ): Promise<Notification[]> {
      return present(organizationId, await listNotifications(db, { agentId, ...query }))
    },

    async byId({ organizationId, agentId }: Recipient, ids: string[]): Promise<Notification[]> {
      if (ids.length === 0) return []
      return present(organizationId, await findNotifications(db, agentId, ids))
    },

    unread: ({ agentId }: Recipient): Promise<number> => countUnread(db, agentId),

    /** Returns the remaining unread count. Ids of other agents have no effect. */
    async read(agent: Recipient, which: NotificationsRead): Promise<number> {
      if (await markRead(db, agent.agentId, which, timestamp(clock()))) announce(agent)
      return countUnread(db, agent.agentId)
    },

    /** One setting per kind. */
    async settings({ agentId }: Recipient): Promise<NotificationSetting[]> {
      const changed = await settingsOf(db, [agentId])
      return notificationKinds.map((kind) => ({
        kind,
        transports: changed.find((setting) => setting.kind === kind)?.transports ?? defaultTransports,
      }))
    },

    /** Without `email`, also ends what is scheduled of the kind; without any kind by e-mail, what is queued too. */
    async changeSetting(agent: Recipient, { language, ...setting }: NotificationSettingInput): Promise<void> {
      const { agentId } = agent
      await db.transaction().execute(async (trx) => {
        // First the schedule, as the sweep locks them.
        if (language === undefined) await lockSchedule(trx, agentId)
        else await saveMailLanguage(trx, agent, language)
        await saveSetting(trx, agentId, setting)
        if (setting.transports.includes('email')) return
        const settings = await settingsOf(trx, [agentId])
        if (settings.some(({ transports }) => transports.includes('email')))
          await cancelKind(trx, agentId, setting.kind, databaseNow(clock))
        else await endMails(trx, agentId)
      })
    },

    /** Also ends what is scheduled or queued. */
    async turnOffMails(agentId: string): Promise<void> {
      for (const { kind, transports } of await settingsOf(db, [agentId])) {
        if (!transports.includes('email')) continue
        const others = transports.filter((transport) => transport !== 'email')
        await saveSetting(db, agentId, { kind, transports: others })
      }
      await db.transaction().execute((trx) => endMails(trx, agentId))
    },

    /** Deletes the notifications of a removed agent, who starts without them when invited again. Settings and language stay. */
    async forgetAgent(_organizationId: string, agentId: string): Promise<void> {
      await deleteOfAgent(db, agentId)
      // Waits for a sweep that is queuing a mail to this agent.
      await endSchedule(db, agentId, null)
      await mails.withdraw(db, agentId)
    },
  }
}

/** As long as an inbox row's preview. Code points, so that no character is cut in half. */
const preview = /^.{0,160}/su

const previewOf = (content: string | undefined): string | null =>
  content === undefined ? null : (preview.exec(content)?.[0] ?? '')
