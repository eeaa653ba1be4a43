import type { Notification } from '@parley/protocol/notification'
import type { Language } from '@parley/protocol/provider'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { renderMail } from '../../core/mail/mail-page.ts'
import type { MailQueue } from '../../core/mail/mail-queue.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import {
  claimDueAgent,
  endSchedule,
  postponeMails,
  returnUnsent,
  scheduledAgents,
  scheduleMails,
  takeUnsent,
  type MailDelays,
} from './mail-schedule-store.ts'
import { notificationMailTexts } from './notification-mail-texts.ts'
import { recipientsOf, type NotificationRow } from './notification-store.ts'
import type { Notifications, Recipient } from './notifications.ts'

const minuteMs = 60_000
const delays: MailDelays = { awayMs: 5 * minuteMs, bundleMs: 15 * minuteMs }
/** After a failure, so that one agent does not keep the others waiting. */
const retryMs = 15 * minuteMs
/** Further ones are counted. */
const maxItems = 20
/** Customers choose their names. Code points, so that no character is cut in half. */
const shownName = /^.{0,60}/su
const unsubscribeSeconds = 90 * 86_400
/** Older notifications are not mailed. */
const lifetimeMs = 24 * 60 * minuteMs

export const unsubscribePath = (agentId: string): string => `/v1/public/notification-mails/${agentId}`

export interface NotificationMailDeps {
  db: Database
  clock: Clock
  baseUrl: string
  links: SignedLinks
  mails: MailQueue
  /** The address of an agent; null once removed, and as long as nothing may be mailed to it. */
  emailOf: (organizationId: string, agentId: string) => Promise<string | null>
  organizationName: (organizationId: string) => Promise<string>
  isOnline: (organizationId: string, agentId: string) => boolean
  /** Whether e-mails may quote notes. */
  mayQuote: (organizationId: string) => Promise<boolean>
  notifications: Pick<Notifications, 'byId'>
  onError: (error: unknown) => void
}

/**
 * The transport `email`: the consumer schedules in its transaction, and a worker sends one mail with everything unread once the agent was away
 * from the panel for 5 minutes, at most every 15 minutes.
 */
export function createNotificationMails(deps: NotificationMailDeps) {
  const { db, clock, mails } = deps
  const now = () => databaseNow(clock)

  async function compose(
    agent: Recipient,
    language: Language,
    to: string,
    ids: string[],
  ): Promise<Parameters<MailQueue['enqueue']>[1]> {
    const { organizationId, agentId } = agent
    const texts = notificationMailTexts[language]
    const [items, organization, quotes] = await Promise.all([
      deps.notifications.byId(agent, ids.slice(0, maxItems)),
      deps.organizationName(organizationId),
      deps.mayQuote(organizationId),
    ])
    const subject = texts.subject(ids.length, organization)
    const unsubscribe =
      deps.baseUrl +
      deps.links.sign(unsubscribePath(agentId), Math.floor(clock() / 1000) + unsubscribeSeconds)
    const settings = `${deps.baseUrl}/panel/o/${organizationId}/settings/profile`
    const { text, html } = renderMail({
      language,
      title: subject,
      blocks: [
        { kind: 'list', items: items.map((item) => itemOf(organizationId, item, language, quotes)) },
        ...(ids.length > maxItems
          ? [{ kind: 'text' as const, text: texts.more(ids.length - maxItems) }]
          : []),
        { kind: 'link', label: texts.settings, url: settings },
        {
          kind: 'footer',
          text: texts.why(organization),
          link: { label: texts.unsubscribe, url: unsubscribe },
        },
      ],
    })
    // RFC 8058.
    const headers = {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    return {
      kind: 'notifications',
      organizationId,
      agentId,
      mail: { to, language, subject, text, html, headers },
      lifetimeMs,
    }
  }

  function itemOf(organizationId: string, item: Notification, language: Language, quotes: boolean) {
    const { conversation_id: conversationId, customer, seq } = item
    const texts = notificationMailTexts[language]
    const name = shownName.exec(customer.name ?? texts.visitor)?.[0] ?? ''
    const base = `${deps.baseUrl}/panel/o/${organizationId}`
    return {
      text: texts.kinds[item.kind](name, item.actor?.name ?? null),
      url:
        conversationId === null
          ? `${base}/customers/${customer.id}`
          : `${base}/inbox/open/${conversationId}?entry=${seq}`,
      ...(quotes && item.preview !== null && item.preview !== '' && { note: item.preview }),
    }
  }

  /** Returns false if nothing is due. */
  const sendNext = (onClaim: (agentId: string) => void): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const due = await claimDueAgent(trx, now())
      if (!due) return false
      onClaim(due.agent_id)
      const agent = { organizationId: due.organization_id, agentId: due.agent_id }
      const to = mails.isOn ? await deps.emailOf(agent.organizationId, agent.agentId) : null
      const ids = await takeUnsent(trx, agent.agentId, now())
      const isSent = to !== null && ids.length > 0
      if (isSent) await mails.enqueue(trx, await compose(agent, due.language, to, ids))
      await endSchedule(trx, agent.agentId, isSent ? now() : null)
      return true
    })

  return {
    /**
     * In the transaction of the consumer, before notifications of deleted notes are deleted. Waiting mails that may quote changed notes are
     * withdrawn, and what is still unread of them is mailed again.
     */
    async schedule(trx: Transaction, added: NotificationRow[], changedNotes: string[]): Promise<void> {
      if (!mails.isOn) return
      const isMailed = ({ transports }: Pick<NotificationRow, 'transports'>) => transports.includes('email')
      const mentioned = (await recipientsOf(trx, 'mention', changedNotes)).filter(isMailed)
      const agents = new Map<string, Recipient>()
      for (const { agent_id: agentId, organization_id: organizationId } of [
        ...added.filter(isMailed),
        ...mentioned,
      ])
        agents.set(agentId, { agentId, organizationId })
      // The same order in every process, because the rows are locked. Waits for a sweep that is queuing a mail.
      const sorted = [...agents.values()].sort((one, other) => (one.agentId < other.agentId ? -1 : 1))
      await scheduleMails(trx, sorted, now(), delays)
      for (const agentId of new Set(mentioned.map(({ agent_id }) => agent_id)))
        for (const enqueuedAt of await mails.withdraw(trx, agentId, 'notifications'))
          await returnUnsent(trx, agentId, enqueuedAt, delays)
    },

    /** Agents at the desk are not mailed; for the others, what is due is queued. */
    async sweep(stopping?: AbortSignal): Promise<void> {
      const waiting = await scheduledAgents(db)
      const present = waiting.filter((row) => deps.isOnline(row.organization_id, row.agent_id))
      await postponeMails(
        db,
        present.map(({ agent_id }) => agent_id),
        now(),
        delays.awayMs,
      )
      for (let isDue = true; isDue;) {
        if (stopping?.aborted === true) return
        let claimed: string | undefined
        try {
          isDue = await sendNext((agentId) => (claimed = agentId))
          if (isDue) mails.wake()
        } catch (error) {
          deps.onError(error)
          if (claimed === undefined) return
          // Otherwise this agent would always be the next one.
          await postponeMails(db, [claimed], now(), retryMs)
        }
      }
    },
  }
}
