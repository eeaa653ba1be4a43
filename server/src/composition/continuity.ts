import type { CustomerMailed } from '@parley/protocol/continuity'
import type { Database, Transaction } from '../core/database.ts'
import { databaseNow } from '../core/database-time.ts'
import { createDueWorker } from '../core/due-worker.ts'
import type { EventLog } from '../core/event-log.ts'
import { senderDomain } from '../core/mail/mail-settings.ts'
import { isRejected, type Mail, type Mailer } from '../core/mail/mailer.ts'
import { createContinuityConsumer } from '../features/continuity/continuity-consumer.ts'
import { claimDue, refusedKeys } from '../features/continuity/continuity-store.ts'
import { hasConfirmed, isConfirmed } from '../features/continuity/confirmed-address.ts'
import { createContinuity, type ContinuityDeps, type MailRoute } from '../features/continuity/continuity.ts'
import { createMailAnswers, type MailAnswerDeps } from '../features/continuity/mail-answers.ts'
import { createMailLinks } from '../features/continuity/mail-links.ts'
import { createMailReturns } from '../features/continuity/mail-returns.ts'
import { mailRoutes, type MailRouteDeps } from '../features/continuity/mail-routes.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    /** An address was confirmed, and messages wait. */
    'continuity.due': Record<string, never>
  }
}

export interface ContinuityPorts {
  log: EventLog
  agents: { attempts: ContinuityDeps['attempts'] }
  providers: {
    findProvider: (providerId: string) => Promise<{ allowed_origins: string[] } | undefined>
    titleOf: ContinuityDeps['titleOf']
  }
  customers: {
    find: ContinuityDeps['findCustomer']
    confirmEmail: MailAnswerDeps['confirmEmail']
    withAddress: Parameters<typeof createContinuityConsumer>[0]['withAddress']
  }
  conversations: {
    unreadByCustomer: ContinuityDeps['unread']
    latest: (db: Database, customerId: string) => Promise<{ id: string } | undefined>
  }
  transcripts: { page: MailRouteDeps['conversationPage'] }
  visitorContext: {
    lastPage: (organizationId: string, customerId: string, providerId: string) => Promise<string | null>
  }
  channels: {
    /** `none`: no mailbox is connected. `failing`: none of them can send now. `doubted`: it has just failed to. */
    mailbox: (
      organizationId: string,
    ) => Promise<{ state: 'none' | 'failing' } | { state: 'usable' | 'doubted'; send: SendThroughMailbox }>
  }
}

export interface MailReturnPorts {
  log: EventLog
  customers: { find: ContinuityDeps['findCustomer'] }
}

type SendThroughMailbox = (
  mail: Mail,
  of: { conversationId: string; id: string; withReplyAddress: boolean },
) => Promise<{ outcome: 'done' | 'unavailable' | 'doubtful' } | { outcome: 'refused'; reason: string }>

const intervalMs = 15_000
/** Mail servers limit connections. */
const maxConcurrent = 4
/** An unresponsive mailbox leaves a slot for other organizations. */
const maxPerOrganization = maxConcurrent - 1

/** What comes back of these mails, for the features that receive it. */
export function composeMailReturns(infra: Infrastructure, { log, customers }: MailReturnPorts) {
  const returned = createMailReturns({
    links: createMailLinks(infra),
    findCustomer: customers.find,
    tellIf: (...entry) => tellIf(log, ...entry),
  })
  return {
    returned,
    async hasConfirmed(customer: { organizationId: string; customerId: string }, address: string) {
      const found = await customers.find(customer.organizationId, customer.customerId)
      return found !== undefined && hasConfirmed(found, address)
    },
  }
}

/** Tells agents if `record` returns true, in the same transaction. */
const tellIf = (
  log: EventLog,
  record: (trx: Transaction) => Promise<boolean>,
  { organizationId, customerId, conversationId }: Parameters<ContinuityDeps['tell']>[0],
  data: CustomerMailed,
): Promise<void> =>
  log.transact(async (tx) => {
    const head = await tx.lock(organizationId, customerId)
    if (!head || !(await record(tx.db))) return
    tx.append(head, [
      {
        type: 'customer.mailed',
        audience: 'agents',
        conversation_id: conversationId,
        actor: { type: 'system' },
        data,
      },
    ])
  })

/** Unread messages by e-mail, for visitors who left an address. */
export function composeContinuity(infra: Infrastructure, ports: ContinuityPorts) {
  const { baseUrl, bus, clock, config, db, lifecycle, links, mailer, presence, rateLimits, secrets } = infra
  const { log, agents, providers, customers, conversations, transcripts, visitorContext, channels } = ports
  const mailLinks = createMailLinks({ baseUrl, links, secrets })
  const tell: ContinuityDeps['tell'] = (...entry) => tellIf(log, async () => true, ...entry)
  const wake = () => bus.publish('continuity.due', {})
  const answers = createMailAnswers({
    db,
    clock,
    links: mailLinks,
    findCustomer: customers.find,
    confirmEmail: customers.confirmEmail,
    latestConversation: async (customerId) => (await conversations.latest(db, customerId))?.id ?? null,
    async chatPage(organizationId, customerId, providerId) {
      const page = await visitorContext.lastPage(organizationId, customerId, providerId)
      const allowed = (await providers.findProvider(providerId))?.allowed_origins ?? []
      // Without a list of pages, a customer could lead the reader anywhere.
      return page !== null && allowed.includes(new URL(page).origin) ? page : null
    },
    tell,
    wake,
  })
  const routes: MailRouteDeps = {
    clock,
    links,
    mailLinks,
    rateLimits,
    answers,
    titleOf: providers.titleOf,
    conversationPage: transcripts.page,
  }
  const pages = defineFeature({ routes: (http) => mailRoutes(http, routes) })
  const worker = createDueWorker({
    claim: (max, excludedOrganizations) => claimDue(db, databaseNow(clock), { max, excludedOrganizations }),
    handle: createContinuity({
      db,
      clock,
      links: mailLinks,
      attempts: agents.attempts,
      findCustomer: customers.find,
      isOnline: async (organizationId, customerId) =>
        (await presence.customers.online(organizationId, [customerId], 'program')).has(customerId),
      unread: conversations.unreadByCustomer,
      titleOf: providers.titleOf,
      async routeOf(organizationId, customer) {
        const mailbox = await channels.mailbox(organizationId)
        if (mailbox.state === 'usable') return throughMailbox(mailbox.send)
        // Members with an address of a token get messages through the mailbox only: with open sign-up, the shared server would ask them to confirm first.
        const isTrusted = isConfirmed(customer) && customer.email_verified !== true
        const usesMailboxOnly = config.signup === 'open' && mailbox.state !== 'none' && isTrusted
        if (mailer !== null && config.mail !== null && !usesMailboxOnly)
          return throughInstallation(mailer, senderDomain(config.mail), config.signup)
        if (mailbox.state === 'doubted') return throughMailbox(mailbox.send)
        return mailbox.state === 'failing' ? untilMailboxWorks : null
      },
      tell,
    }),
    onError: infra.logErrors('continuity'),
    intervalMs,
    maxConcurrent,
    share: { ownerOf: ({ organization_id: id }) => id, max: maxPerOrganization },
  })
  lifecycle.onStop(bus.subscribe('continuity.due', worker.wake))
  lifecycle.addWorker(worker)
  return {
    ...pages,
    ...defineFeature({
      /** Handles what is due now, for tests. */
      look: worker.look,
      /** Returns which of these addresses belong to readers who have unsubscribed. */
      async unsubscribed(organizationId: string, emails: string[]): Promise<ReadonlySet<string>> {
        const refused = await refusedKeys(db, organizationId, emails.map(mailLinks.keyOf))
        return new Set(emails.filter((email) => refused.has(mailLinks.keyOf(email))))
      },
      consumers: [createContinuityConsumer({ clock, withAddress: customers.withAddress })],
    }),
  }
}

/** Replies arrive in the mailbox, with the signed address of their conversation. */
const throughMailbox = (send: SendThroughMailbox): MailRoute => ({
  canReply: true,
  server: 'organization',
  async send(mail, of) {
    const sent = await send(mail, of)
    if (sent.outcome === 'done') return 'sent'
    // Refused credentials concern the mailbox and not the address.
    return sent.outcome === 'refused' && sent.reason !== 'disconnected' ? 'refused' : 'later'
  },
})

/** The installation's server: its mailbox is not read. */
const throughInstallation = (mailer: Mailer, domain: string, signup: 'open' | 'closed'): MailRoute => ({
  canReply: false,
  server: signup === 'open' ? 'open_installation' : 'installation',
  async send(mail, { id }) {
    try {
      await mailer.send({ ...mail, messageId: `parley.${id}@${domain}` })
      return 'sent'
    } catch (error) {
      return isRejected(error) ? 'refused' : 'later'
    }
  },
})

/** The only way is a mailbox that cannot send now. */
const untilMailboxWorks: MailRoute = { canReply: true, server: 'organization', send: async () => 'later' }
