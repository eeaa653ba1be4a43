import type { MailboxTest, MailStepResult } from '@parley/protocol/mailbox'
import type { ChannelProblem } from '@parley/protocol/channel-connection'
import type { Readable } from 'node:stream'
import type { Mail } from '../../../core/mail/mailer.ts'
import type { ReplyAddresses } from '../../../core/mail/reply-address.ts'
import type { RateLimit } from '../../../core/token-bucket.ts'
import type { ChannelAccount, ChannelAdapter, Outbound, SendOutcome } from '../adapter.ts'
import { createAttemptTokens, type AttemptTokens, type RefundableBuckets } from '../contact-limits.ts'
import { domainOf } from './mail-address.ts'
import { composeMail, type MailThread } from './email-outbound.ts'
import { parseMail, placeOfMail } from './email-inbound.ts'
import { openImap } from './imap-session.ts'
import { createMailPolling, problems, type PollingOptions } from './mail-polling.ts'
import { isComplete, readMailbox, readsSameFolder, type Mailbox } from './mailbox.ts'
import { sendMail, testSending } from './smtp-sending.ts'

export interface EmailOptions extends PollingOptions {
  addresses: ReplyAddresses
  /** A file that came with a mail. */
  file: (providerId: string, reference: string) => Promise<{ size: number; body: Readable } | undefined>
  /** What the next mail to a contact answers. */
  threadOf: (providerId: string, outbound: Outbound) => Promise<MailThread | undefined>
  /** Mails that no person wrote: to one contact, and of one mailbox. */
  automatic: Record<'toContact' | 'ofMailbox', RefundableBuckets>
}

/**
 * Replies to forged senders are backscatter and harm the mailbox's reputation: a mailbox that answers more first mails than one
 * a minute is answering a flood.
 */
export const automaticPerMailbox: RateLimit = { burst: 60, perSecond: 60 / 3600 }

export type EmailAdapter = ReturnType<typeof createEmailAdapter>

/** Mailboxes: read by IMAP, answered by SMTP (docs/decisions/email-channel.md). */
export function createEmailAdapter(options: EmailOptions) {
  const { addresses } = options
  const polling = createMailPolling(options)

  /** Each step, so that the result names the one to correct. */
  async function test(organizationId: string, mailbox: Mailbox): Promise<MailboxTest> {
    const [opened, smtp] = await Promise.all([
      openImap(options, organizationId, mailbox),
      testSending(options, organizationId, mailbox),
    ])
    if (opened.outcome === 'open') await opened.session.close()
    const folderMissing = opened.outcome === 'folder_missing'
    const imap: MailStepResult = opened.outcome === 'open' || folderMissing ? 'ok' : opened.outcome
    return { imap, folder: folderMissing ? 'folder_missing' : imap === 'ok' ? 'ok' : 'skipped', smtp }
  }

  async function send(account: ChannelAccount, outbound: Outbound): Promise<SendOutcome> {
    const { organizationId, providerId, credentials } = account
    const mailbox = readMailbox(credentials)
    const thread = await options.threadOf(providerId, outbound)
    const { contact } = outbound
    // Two programs may answer each other: the one of the API client, and the one that sent the last mail.
    const mayBeLoop = outbound.byApi && thread?.automatic === true
    const automatic = outbound.automatic || mayBeLoop
    // Each round of a loop begins with another mail, so further answers to the same one are none.
    const beginsRound = mayBeLoop && !thread.answered
    const mail = await composeMail(addresses, mailbox, thread, { ...outbound, automatic })
    if ('outcome' in mail) return mail
    const tokens = createAttemptTokens()
    const isAllowed =
      (!outbound.automatic || mayAnswer(providerId, contact, thread, tokens)) &&
      (!beginsRound || tokens.take(options.automatic.toContact, `${providerId}:${contact}`) === 0)
    if (!isAllowed) return { outcome: 'refused', reason: 'loop_prevented' }
    const sent = await sendMail(options, organizationId, mailbox, mail)
    // Not sent: only a mail that may have been sent counts.
    if (sent.outcome === 'unavailable') tokens.refund()
    return sent.outcome === 'done' ? { outcome: 'done', externalId: mail.messageId } : sent
  }

  /** Whether an automatic mail may be sent: not as a reply to an automatic mail or a forged sender, and in limited numbers. */
  function mayAnswer(
    providerId: string,
    contact: string,
    thread: MailThread | undefined,
    tokens: AttemptTokens,
  ): boolean {
    if (thread?.automatic || thread?.verification === 'failed') return false
    const { toContact, ofMailbox } = options.automatic
    return (
      tokens.take(toContact, `${providerId}:${contact}`) === 0 && tokens.take(ofMailbox, providerId) === 0
    )
  }

  /** To a customer of another channel. Replies belong to the conversation once its customer has confirmed the address. */
  function sendToCustomer(
    { organizationId, credentials }: ChannelAccount,
    mail: Mail,
    {
      conversationId,
      id,
      withReplyAddress,
    }: { conversationId: string; id: string; withReplyAddress: boolean },
  ): ReturnType<typeof sendMail> {
    const mailbox = readMailbox(credentials)
    const target = { kind: 'conversation', id: conversationId } as const
    const isSigned = mailbox.plus_addresses && withReplyAddress
    const replyTo = isSigned ? addresses.addressFor(mailbox.address, target) : null
    return sendMail(options, organizationId, mailbox, {
      ...mail,
      messageId: addresses.messageIdFor(domainOf(mailbox.address), target, id),
      ...(replyTo !== null && { replyTo: { name: mailbox.name, address: replyTo } }),
    })
  }

  const unchangeable = async (): Promise<SendOutcome> => ({ outcome: 'refused', reason: 'change_refused' })

  return {
    channel: 'email',
    webhooks: false,
    locksAccounts: true,
    refusedSending: 'sending_refused',
    isWellFormed: (credentials) => isComplete(readMailbox(credentials)),
    async identify(credentials, organizationId) {
      const mailbox = readMailbox(credentials)
      const problem = problemOf(await test(organizationId, mailbox))
      if (problem !== null) return { outcome: 'refused', problem }
      const { address } = mailbox
      return { outcome: 'identified', accountId: address, name: mailbox.name, username: address }
    },
    setUp: async () => ({ outcome: 'ready', mode: 'polling' }),
    tearDown: ({ providerId }) => polling.close(providerId),
    inspect: async () => null,
    isAuthentic: () => false,
    place: (payload) => placeOfMail(addresses, payload),
    parse: (payloads) => parseMail(addresses, payloads),
    poll: polling.poll,
    readsSame: (credentials, others) => readsSameFolder(readMailbox(credentials), readMailbox(others)),
    closePoll: polling.close,
    async fetchFile({ providerId }, { reference }) {
      const file = await options.file(providerId, reference)
      return file ? { outcome: 'fetched', ...file } : { outcome: 'gone' }
    },
    plan: ({ content, media }) => [{ kind: 'whole', text: content, media }],
    send,
    edit: unchangeable,
    remove: unchangeable,
    showTyping: async () => {},
    test,
    sendToCustomer,
  } satisfies ChannelAdapter & {
    test: typeof test
    sendToCustomer: typeof sendToCustomer
  }
}

/** The first step to correct. */
function problemOf({ imap, folder, smtp }: MailboxTest): ChannelProblem | null {
  for (const step of [imap, folder]) if (step !== 'ok' && step !== 'skipped') return problems[step]
  if (smtp === 'ok' || smtp === 'skipped') return null
  if (smtp === 'sign_in_refused') return 'sending_refused'
  const problem = problems[smtp]
  return problem === 'unreachable' ? 'sending_unreachable' : problem
}
