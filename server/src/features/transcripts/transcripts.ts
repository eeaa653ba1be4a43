import type { TranscriptLink } from '@parley/protocol/contact'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Mailer } from '../../core/mail/mailer.ts'
import { sendWithRetries } from '../../core/mail/send-with-retries.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import type { Transcript, TranscriptMessage } from './transcript-page.ts'
import { transcriptLanguage, transcriptTexts } from './transcript-texts.ts'

/** A page holds at most this many messages. */
export const maxTranscriptMessages = 2_000

const linkSeconds = { download: 600, mail: 7 * 86_400 }

/**
 * E-mails go to an address that a visitor has typed. Per customer and, because a new visitor costs nothing, per network and address:
 * nobody can flood a stranger.
 */
const mailsOfCustomer = { burst: 3, perSecond: 3 / 3600 }
const mailsOfNetwork = { burst: 10, perSecond: 10 / 3600 }
/** Maximum concurrent e-mails. */
const maxPending = 50

export interface Reader {
  organizationId: string
  customerId: string
  network: string
}

export interface TranscriptDeps {
  baseUrl: string
  clock: Clock
  links: SignedLinks
  rateLimits: RateLimits
  mailer: Mailer | null
  /** Ends the retries of e-mails. */
  signal: AbortSignal
  onError: (error: unknown) => void
  findConversation: (
    organizationId: string,
    conversationId: string,
  ) => Promise<{ customer_id: string } | undefined>
  findCustomer: (
    organizationId: string,
    customerId: string,
  ) => Promise<
    { email: string | null; language: string; provider_id: string; is_blocked: boolean } | undefined
  >
  /** The newest messages of a conversation that its customer may read, oldest first; undefined: no such conversation. */
  messagesFor: (
    conversationId: string,
    max: number,
  ) => Promise<{ providerId: string; messages: TranscriptMessage[] } | undefined>
  titleOf: (providerId: string) => Promise<string>
}

export const transcriptPath = (conversationId: string): string => `/v1/public/transcripts/${conversationId}`

export type Transcripts = ReturnType<typeof createTranscripts>

/** Copies of a conversation for its customer (docs/decisions/transcripts.md). */
export function createTranscripts(deps: TranscriptDeps) {
  const { clock, links, mailer, rateLimits } = deps
  const ofCustomer = rateLimits.buckets('transcripts-customer', mailsOfCustomer)
  const ofNetwork = rateLimits.buckets('transcripts-network', mailsOfNetwork)
  const ofAddress = rateLimits.buckets('transcripts-address', mailsOfCustomer)
  const pending = new Set<Promise<void>>()

  const linkTo = (conversationId: string, seconds: number): string =>
    deps.baseUrl + links.sign(transcriptPath(conversationId), Math.floor(clock() / 1000) + seconds)

  /** @throws AppError not_found for conversations of others */
  async function requireOwn({ organizationId, customerId }: Reader, conversationId: string): Promise<void> {
    const conversation = await deps.findConversation(organizationId, conversationId)
    if (conversation?.customer_id !== customerId) throw new AppError('not_found')
  }

  function count(reader: Reader, email: string): void {
    const waits = [
      ofCustomer.take(reader.customerId),
      ofNetwork.take(reader.network),
      ofAddress.take(email.toLowerCase()),
    ]
    const waitMs = Math.max(...waits)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
  }

  return {
    async link(reader: Reader, conversationId: string): Promise<TranscriptLink> {
      await requireOwn(reader, conversationId)
      return { url: linkTo(conversationId, linkSeconds.download), expires_in: linkSeconds.download }
    },

    /**
     * Sends a link, not the text: otherwise a visitor could send text of their own to a stranger's address, and a link shows what was deleted or
     * edited since.
     * @throws AppError not_found, mail_off, email_missing, customer_blocked, rate_limited
     */
    async send(reader: Reader, conversationId: string): Promise<void> {
      if (mailer === null) throw new AppError('mail_off')
      await requireOwn(reader, conversationId)
      const customer = await deps.findCustomer(reader.organizationId, reader.customerId)
      if (customer?.is_blocked === true) throw new AppError('customer_blocked')
      if (!customer || customer.email === null) throw new AppError('email_missing')
      count(reader, customer.email)
      if (pending.size >= maxPending) throw new AppError('rate_limited', { retryAfter: 60 })
      const values: Record<string, string> = {
        title: await deps.titleOf(customer.provider_id),
        link: linkTo(conversationId, linkSeconds.mail),
      }
      const { subject, text } = transcriptTexts[transcriptLanguage(customer.language)].mail
      const filled = text.join('\n\n').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      const mail = { to: customer.email, subject, text: `${filled}\n` }
      const work = sendWithRetries(mailer, mail, { signal: deps.signal }).catch(deps.onError)
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },

    /** As the customer sees the conversation now. The caller has verified the signed link. */
    async read(conversationId: string): Promise<Transcript | undefined> {
      const found = await deps.messagesFor(conversationId, maxTranscriptMessages + 1)
      if (!found) return undefined
      const messages = found.messages.slice(-maxTranscriptMessages)
      const shortened = messages.length < found.messages.length
      return { title: await deps.titleOf(found.providerId), messages, shortened }
    },

    /** Resolves when all pending e-mails were sent or have failed. */
    async settled(): Promise<void> {
      await Promise.all(pending)
    },
  }
}
