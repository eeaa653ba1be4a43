import type { CustomerMailed } from '@parley/protocol/continuity'
import { v5 } from 'uuid'
import { latestUntil, timestamp, type Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import type { Mail } from '../../core/mail/mailer.ts'
import { isConfirmed, mayBeAsked, mayGetMessages, type AddressOwner } from './confirmed-address.ts'
import {
  isRefused,
  recordMail,
  release,
  renewClaim,
  type Change,
  type DueCustomer,
  type Release,
} from './continuity-store.ts'
import { confirmationMail, messagesMail, type UnreadMessage } from './continuity-mails.ts'
import type { MailLinks } from './mail-links.ts'
import { limitsOf, takeLimits, type Limits, type MailServer } from './server-limits.ts'

const minuteMs = 60_000
/** As in Intercom and libredesk: longer than a page change or a short interruption, short enough for a timely answer. */
const offlineMs = 10 * minuteMs
/** Between two mails, so that further messages share one mail. */
const betweenMailsMs = 15 * minuteMs
/** How often unread messages of an online customer are checked. */
const lookMs = minuteMs
export const maxMessages = 10
/** An address that did not respond is asked again after this time at the earliest, and only for a new message. */
const askAgainMs = 7 * 86_400_000
/** Confirmations per address, over all customers and workspaces. */
const requestsPerAddress = { max: 3, seconds: 86_400 }
/** Delays of further attempts; the last one is repeated. */
const retryMs = [1, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)
/** Three days, like mails to agents. */
const maxAttempts = 29
/** How long a way to send mails is waited for, and the longest time between two looks. */
const maxWaitMs = 3 * 86_400_000
const maxRouteDelayMs = 180 * minuteMs
/** `since`: when the customer left, at least `offlineMs` ago. */
const routeDelayMs = (now: number, since: number): number => Math.min(now - since, maxRouteDelayMs)
/** After a mail to a mailbox that does not exist, no other is sent for this time. The mailbox may be created meanwhile. */
const goneMs = 7 * 86_400_000

export interface ContinuityCustomer extends AddressOwner {
  language: string
  provider_id: string
  is_blocked: boolean
  deactivated_at: string | null
  last_seen_at: string | null
}

/** How a mail leaves: through the organization's mailbox, whose replies arrive, or the installation's server. */
export interface MailRoute {
  /**
   * `later`: a temporary failure. `id`: the same for the same content, another one for other content. `withReplyAddress`: whether the
   * mail may show an address of the conversation.
   */
  send: (
    mail: Mail,
    of: { conversationId: string; id: string; withReplyAddress: boolean },
  ) => Promise<'sent' | 'later' | 'refused'>
  /** Whether replies become messages of the customer. */
  canReply: boolean
  server: MailServer
}

export interface ContinuityDeps {
  db: Database
  clock: Clock
  links: MailLinks
  /** Counts in the database, so that all processes share the limit. */
  attempts: {
    /** Counts all or none. @throws AppError rate_limited */
    takeAll: (limits: Limits) => Promise<void>
    refund: (keys: string[]) => Promise<void>
  }
  findCustomer: (organizationId: string, customerId: string) => Promise<ContinuityCustomer | undefined>
  isOnline: (organizationId: string, customerId: string) => Promise<boolean>
  /** Messages of the team beyond this position and beyond the customer's read position, oldest first. */
  unread: (
    customerId: string,
    query: { after: number; max: number },
  ) => Promise<{ conversation_id: string; messages: UnreadMessage[] } | undefined>
  /** The title of the widget, or the organization's name. */
  titleOf: (organizationId: string, providerId: string) => Promise<string>
  /** How a mail to this customer leaves. null: the organization has no mailbox, and the installation no mail server. */
  routeOf: (organizationId: string, customer: ContinuityCustomer) => Promise<MailRoute | null>
  /** Tells agents, in the conversation. */
  tell: (
    customer: { organizationId: string; customerId: string; conversationId: string | null },
    data: CustomerMailed,
  ) => Promise<void>
}

const namespace = '0199f3a2-8d21-7b5c-8e4f-2a6b9c0d1e37'

type Next = Change & Release
/** `lost`: another process has the customer, and does what follows. */
type Outcome = Next | 'lost'
const done: Next = { delayMs: null, offline_since: null, attempts: 0 }

/** Checks a customer to whom the team wrote, and mails unread messages. */
export function createContinuity(deps: ContinuityDeps) {
  const { db, clock, links } = deps
  const at = (ms: number) => timestamp(ms)

  async function look(row: DueCustomer): Promise<Outcome> {
    const { organization_id: organizationId, customer_id: customerId } = row
    const customer = await deps.findCustomer(organizationId, customerId)
    if (!customer || customer.email === null) return done
    if (!isConfirmed(customer) && !mayBeAsked(customer)) return done
    const { email } = customer
    const key = links.keyOf(email)
    if (isGone(row, key) || (await isRefused(db, organizationId, key))) return done
    const found = await deps.unread(customerId, { after: row.mailed_seq, max: maxMessages + 1 })
    if (!found) return done
    const now = clock()
    // A block may end, and an account may be opened again.
    if (customer.is_blocked || customer.deactivated_at !== null) {
      const since = row.offline_since === null ? now : Math.min(Date.parse(row.offline_since), now)
      if (now >= since + maxWaitMs) return done
      return { offline_since: at(since), delayMs: Math.max(routeDelayMs(now, since), lookMs) }
    }
    if (await deps.isOnline(organizationId, customerId))
      return { delayMs: lookMs, offline_since: null, attempts: 0 }
    const left = row.offline_since === null ? now : Math.min(Date.parse(row.offline_since), now)
    const seen = row.offline_since && customer.last_seen_at
    const since = Math.max(left, latestUntil(now + lookMs, [seen]))
    const waiting = { offline_since: at(since) }
    if (now < since + offlineMs) return { ...waiting, delayMs: Math.min(since + offlineMs - now, lookMs) }
    const next = latestUntil(now + lookMs, [row.mailed_at]) + betweenMailsMs
    if (now < next) return { ...waiting, delayMs: Math.min(next - now, lookMs) }
    const route = await deps.routeOf(organizationId, customer)
    // Nothing was attempted, so nothing has failed. A mailbox may be about to be replaced.
    if (route === null)
      return now < since + maxWaitMs ? { ...waiting, delayMs: routeDelayMs(now, since) } : done
    const title = await deps.titleOf(organizationId, customer.provider_id)
    const unread = { ...found, email, key, customer, title, route, since }
    const outcome = await (mayGetMessages(customer, route.server) ? mail(row, unread) : ask(row, unread))
    return outcome === 'lost' ? outcome : { ...waiting, ...outcome }
  }

  function isGone(row: DueCustomer, key: string): boolean {
    const mailedAt = latestUntil(clock() + lookMs, [row.mailed_at, row.asked_at])
    const hasReturned = row.returned_reason === 'contact_gone' && row.returned_key === key
    return hasReturned && clock() < mailedAt + goneMs
  }

  interface Unread {
    conversation_id: string
    messages: UnreadMessage[]
    email: string
    key: string
    customer: ContinuityCustomer
    title: string
    route: MailRoute
    /** Since when the customer is offline. */
    since: number
  }

  const linkTo = (row: DueCustomer, { key }: Unread, page: Parameters<MailLinks['link']>[2]) =>
    links.link(row.customer_id, key, page, clock())

  /** No content is sent to an unconfirmed address, which anyone could have typed. */
  async function ask(row: DueCustomer, unread: Unread): Promise<Outcome> {
    const { asked_key: asked, asked_at: askedAt } = row
    const now = clock()
    // Still offline when the reader confirms: the messages follow at once. A mailbox that is connected meanwhile needs no confirmation of members.
    const mayGetMailbox = isConfirmed(unread.customer) && now < unread.since + maxWaitMs
    const untilConfirmed = { delayMs: mayGetMailbox ? routeDelayMs(now, unread.since) : null, attempts: 0 }
    const wasAsked = asked === unread.key && now < latestUntil(now + lookMs, [askedAt]) + askAgainMs
    if (wasAsked) return untilConfirmed
    const ofAddress = { [`continuity mails to ${unread.key}`]: requestsPerAddress }
    if ((await takeLimits(deps.attempts, ofAddress)) > 0) return untilConfirmed
    const mailed = confirmationMail({
      to: unread.email,
      language: unread.customer.language,
      title: unread.title,
      confirm: linkTo(row, unread, 'confirm'),
      unsubscribe: linkTo(row, unread, 'unsubscribe'),
    })
    // The former time: the same for repeats of this request, another one for the next request.
    const content = `ask:${askedAt ?? ''}`
    // What a stranger answers is not for the visitor who typed the address.
    return send(
      row,
      unread,
      { kind: 'request', content, withReplyAddress: false, build: mailed, counted: ofAddress },
      async () => {
        await recordMail(db, row, { asked_key: unread.key, asked_at: at(now) })
        await tell(row, unread, 'asked', 0)
        return untilConfirmed
      },
    )
  }

  async function mail(row: DueCustomer, unread: Unread): Promise<Outcome> {
    const messages = unread.messages.slice(0, maxMessages)
    const last = messages.at(-1)
    if (!last) return done
    const mailed = messagesMail({
      to: unread.email,
      language: unread.customer.language,
      title: unread.title,
      messages,
      view: linkTo(row, unread, 'conversation'),
      unsubscribe: linkTo(row, unread, 'unsubscribe'),
    })
    const content = `messages:${row.mailed_seq}:${last.seq}`
    return send(
      row,
      unread,
      { kind: 'messages', content, withReplyAddress: true, build: mailed, counted: {} },
      async () => {
        await recordMail(db, row, { mailed_seq: last.seq, mailed_at: at(clock()) })
        await tell(row, unread, 'messages', messages.length)
        const more = unread.messages.length > messages.length
        return { ...done, delayMs: more ? lookMs : null }
      },
    )
  }

  interface Composed {
    kind: 'request' | 'messages'
    /** What the mail says. Servers drop a second mail with the same Message-ID. */
    content: string
    withReplyAddress: boolean
    build: (canReply: boolean) => Mail
    /** Limits that this mail was counted against. Taken back if it is not sent now, so that repeats count once. */
    counted: Limits
  }

  async function send(
    row: DueCustomer,
    unread: Unread,
    { kind, content, withReplyAddress, build, counted }: Composed,
    onSent: () => Promise<Next>,
  ): Promise<Outcome> {
    const { route } = unread
    // The process may have been suspended since it read the messages.
    if (!(await renewClaim(db, row, databaseNow(clock)))) return 'lost'
    const limits = limitsOf(route.server, kind, { organizationId: row.organization_id, key: unread.key })
    const waitMs = await takeLimits(deps.attempts, limits)
    if (waitMs > 0) {
      await deps.attempts.refund(Object.keys(counted))
      return waitFor(row, unread, waitMs)
    }
    const sent = await route.send(build(route.canReply), {
      conversationId: unread.conversation_id,
      withReplyAddress,
      id: v5(`${row.customer_id}:${content}:${unread.key}`, namespace),
    })
    if (sent === 'sent') return onSent()
    if (sent === 'later') await deps.attempts.refund(Object.keys({ ...counted, ...limits }))
    const attempts = row.attempts + 1
    if (sent === 'refused' || attempts >= maxAttempts) {
      await tell(row, unread, 'failed', 0)
      return done
    }
    const delayMs = retryMs[Math.min(row.attempts, retryMs.length - 1)] as number
    return { delayMs, attempts }
  }

  /** At a limit of the server, which ends. */
  async function waitFor(row: DueCustomer, unread: Unread, waitMs: number): Promise<Outcome> {
    if (clock() >= unread.since + maxWaitMs) {
      await tell(row, unread, 'failed', 0)
      return done
    }
    return { delayMs: Math.min(waitMs, maxRouteDelayMs) }
  }

  const tell = (row: DueCustomer, unread: Unread, kind: CustomerMailed['kind'], count: number) =>
    deps.tell(
      {
        organizationId: row.organization_id,
        customerId: row.customer_id,
        conversationId: unread.conversation_id,
      },
      { kind, email: unread.email, count },
    )

  return async (row: DueCustomer): Promise<void> => {
    const next = await look(row)
    if (next !== 'lost') await release(db, row, next, databaseNow(clock))
  }
}
