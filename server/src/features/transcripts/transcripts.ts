import type { TranscriptLink } from '@parley/protocol/contact'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { pageLanguage } from '../../core/link-page.ts'
import { renderMail, type MailBlock } from '../../core/mail/mail-page.ts'
import type { MailQueue } from '../../core/mail/mail-queue.ts'
import type { AgentIdentity } from '../../core/permissions.ts'
import { hashToken, type Secrets } from '../../core/secrets.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { addressKey, type SignedLinks } from '../../core/signed-links.ts'
import { takeFromAll } from '../../core/token-bucket.ts'
import type { Transcript, TranscriptMessage } from './transcript-page.ts'
import { transcriptTexts } from './transcript-texts.ts'

/** A page holds at most this many messages. */
export const maxTranscriptMessages = 2_000

const linkSeconds = { download: 600, mail: 7 * 86_400 }

/**
 * E-mails go to an address that a visitor or an agent has typed. Per customer and agent and, because a new visitor costs nothing, per network
 * and address: so that strangers cannot be flooded. The limits of a day are counted in the database.
 */
const hourly = {
  ofCustomer: { burst: 3, perSecond: 3 / 3600 },
  ofNetwork: { burst: 10, perSecond: 10 / 3600 },
}
const daySeconds = 24 * 3600
const daily = {
  toAddress: { max: 5, seconds: daySeconds },
  fromNetwork: { max: 30, seconds: daySeconds },
  fromAgent: { max: 100, seconds: daySeconds },
  byCustomers: { max: 400, seconds: daySeconds },
  byAgents: { max: 500, seconds: daySeconds },
}

export interface Reader {
  organizationId: string
  customerId: string
  network: string
}

type AgentSender = Pick<AgentIdentity, 'organizationId' | 'agentId'>
/** Who asked for the mail: the customer, by network, or an agent. */
type Sender = { network: string } | AgentSender

export interface TranscriptDeps {
  baseUrl: string
  clock: Clock
  links: SignedLinks
  secrets: Secrets
  rateLimits: RateLimits
  db: Database
  mails: MailQueue
  /** Counts all in the database, or none. @throws AppError rate_limited */
  attempts: { takeAll: (limits: Record<string, { max: number; seconds: number }>) => Promise<void> }
  findConversation: (
    organizationId: string,
    conversationId: string,
  ) => Promise<{ customer_id: string } | undefined>
  findCustomer: (
    organizationId: string,
    customerId: string,
  ) => Promise<
    | {
        email: string | null
        language: string
        provider_id: string
        is_blocked: boolean
        deactivated_at: string | null
      }
    | undefined
  >
  /** The newest messages of a conversation that its customer may read, oldest first; undefined: no such conversation. */
  messagesFor: (
    conversationId: string,
    max: number,
  ) => Promise<
    | { organizationId: string; customerId: string; providerId: string; messages: TranscriptMessage[] }
    | undefined
  >
  /** The title of the widget, or the organization's name. */
  titleOf: (organizationId: string, providerId: string) => Promise<string>
}

/** @param address key of the address that the link was mailed to; null: a download by the customer */
export const transcriptPath = (conversationId: string, address: string | null): string =>
  `/v1/public/transcripts/${conversationId}${address === null ? '' : `/${address}`}`

export type Transcripts = ReturnType<typeof createTranscripts>

/** Copies of a conversation for its customer (docs/decisions/transcripts.md). */
export function createTranscripts(deps: TranscriptDeps) {
  const { attempts, clock, links, mails, rateLimits } = deps
  const ofCustomer = rateLimits.buckets('transcripts-customer', hourly.ofCustomer)
  const ofNetwork = rateLimits.buckets('transcripts-network', hourly.ofNetwork)
  const ofAddress = rateLimits.buckets('transcripts-address', hourly.ofCustomer)

  const key = deps.secrets.key('transcript addresses')

  const linkTo = (path: string, seconds: number): string =>
    deps.baseUrl + links.sign(path, Math.floor(clock() / 1000) + seconds)

  /** Whether a mailed link still works: false once the customer's address has changed, the customer is blocked or the account is closed. */
  async function isLinkActive(
    { organizationId, customerId }: Pick<Reader, 'organizationId' | 'customerId'>,
    address: string,
  ): Promise<boolean> {
    const customer = await deps.findCustomer(organizationId, customerId)
    if (!customer || customer.email === null || customer.is_blocked || customer.deactivated_at !== null)
      return false
    return addressKey(key, customer.email) === address
  }

  /** @throws AppError not_found for conversations of others */
  async function requireOwn({ organizationId, customerId }: Reader, conversationId: string): Promise<void> {
    const conversation = await deps.findConversation(organizationId, conversationId)
    if (conversation?.customer_id !== customerId) throw new AppError('not_found')
  }

  /** @throws AppError rate_limited */
  async function count(sender: Sender, organizationId: string, to: { id: string; email: string }) {
    const address = to.email.toLowerCase()
    const waitMs = takeFromAll(
      [ofCustomer, to.id],
      [ofAddress, address],
      ...('network' in sender ? [[ofNetwork, sender.network] as const] : []),
    )
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
    try {
      await attempts.takeAll({
        // Customers and agents share no limit of the organization, which visitors could use up for its agents.
        ...('network' in sender
          ? {
              [`transcript mails from ${sender.network}`]: daily.fromNetwork,
              [`transcript mails by customers of ${organizationId}`]: daily.byCustomers,
            }
          : {
              [`transcript mails from ${sender.agentId}`]: daily.fromAgent,
              [`transcript mails of ${organizationId}`]: daily.byAgents,
            }),
        [`transcript mails to ${hashToken(address)}`]: daily.toAddress,
      })
    } catch (error) {
      // Others of the network have not sent this one. The customer and the address keep theirs, which limits further tries.
      if ('network' in sender) ofNetwork.refund(sender.network)
      throw error
    }
  }

  /**
   * Sends a link, not the text: otherwise a visitor could send text of their own to a stranger's address, and a link shows what was deleted or
   * edited since.
   */
  async function sendLink(
    sender: Sender,
    { organizationId, customerId }: Pick<Reader, 'organizationId' | 'customerId'>,
    conversationId: string,
  ): Promise<{ email: string }> {
    if (!mails.isOn) throw new AppError('mail_off')
    const customer = await deps.findCustomer(organizationId, customerId)
    if (customer?.is_blocked === true) throw new AppError('customer_blocked')
    if (customer && customer.deactivated_at !== null) throw new AppError('account_closed')
    if (!customer || customer.email === null) throw new AppError('email_missing')
    const { email } = customer
    await count(sender, organizationId, { id: customerId, email })
    const values: Record<string, string> = {
      title: await deps.titleOf(organizationId, customer.provider_id),
    }
    const language = pageLanguage(customer.language)
    const { subject, text, textOfAgent } = transcriptTexts[language].mail
    const fill = (line: string) => line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const url = linkTo(transcriptPath(conversationId, addressKey(key, email)), linkSeconds.mail)
    const blocks = ('network' in sender ? text : textOfAgent).map((line): MailBlock =>
      line === '{link}' ? { kind: 'link', label: subject, url } : { kind: 'text', text: fill(line) },
    )
    const mail = { to: email, language, subject, ...renderMail({ language, title: subject, blocks }) }
    const lifetimeMs = linkSeconds.mail * 1000
    await mails.enqueue(deps.db, { kind: 'transcript', organizationId, mail, lifetimeMs })
    mails.wake()
    return { email }
  }

  return {
    async link(reader: Reader, conversationId: string): Promise<TranscriptLink> {
      await requireOwn(reader, conversationId)
      const url = linkTo(transcriptPath(conversationId, null), linkSeconds.download)
      return { url, expires_in: linkSeconds.download }
    },

    /** To the customer's address. @throws AppError not_found, mail_off, email_missing, customer_blocked, account_closed, rate_limited */
    async send(reader: Reader, conversationId: string): Promise<void> {
      await requireOwn(reader, conversationId)
      await sendLink({ network: reader.network }, reader, conversationId)
    },

    /** To the address of the conversation's customer. @throws AppError as `send` */
    async sendByAgent(agent: AgentSender, conversationId: string): Promise<{ email: string }> {
      const { organizationId } = agent
      const conversation = await deps.findConversation(organizationId, conversationId)
      if (!conversation) throw new AppError('not_found')
      return sendLink(agent, { organizationId, customerId: conversation.customer_id }, conversationId)
    },

    /**
     * As the customer sees the conversation now. The caller has verified the signed link.
     * @param address as in `transcriptPath`. undefined is returned also if the link to it has ended
     */
    async read(conversationId: string, address: string | null): Promise<Transcript | undefined> {
      const found = await deps.messagesFor(conversationId, maxTranscriptMessages + 1)
      if (!found || (address !== null && !(await isLinkActive(found, address)))) return undefined
      const messages = found.messages.slice(-maxTranscriptMessages)
      const shortened = messages.length < found.messages.length
      const title = await deps.titleOf(found.organizationId, found.providerId)
      return { title, messages, shortened }
    },
  }
}
