import type { Language } from '@parley/protocol/provider'
import type { Transaction } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import { renderMail, type MailBlock } from '../../core/mail/mail-page.ts'
import type { MailQueue, QueuedMail } from '../../core/mail/mail-queue.ts'
import type { Mail, Mailer } from '../../core/mail/mailer.ts'
import { accountMailTexts, type AccountMailKind } from './account-mail-texts.ts'

export interface AccountMail {
  kind: AccountMailKind
  to: string
  language: Language
  /** The one-time link in `reset`, `confirmEmail` and `invitation`. */
  link?: string
  /** The new address in `emailChanged`. */
  email?: string
  /** In `invitation`. */
  organization?: { id: string; name: string }
}

/** Lookups at a time. Further requests are dropped; people can repeat them. */
const maxPending = 100

const hourMs = 3600 * 1000
/** As long as the link is valid. */
const lifetimeMs: Partial<Record<AccountMailKind, number>> = { reset: hourMs, invitation: 7 * 24 * hourMs }

export type AccountMails = ReturnType<typeof createAccountMails>

/** E-mails about accounts. Without a mail server, nothing is sent. */
export function createAccountMails(deps: {
  mailer: Mailer | null
  queue: MailQueue
  baseUrl: string
  logger: Logger
}) {
  const { mailer, queue, baseUrl, logger } = deps
  const pending = new Set<Promise<void>>()
  const queued = (mail: AccountMail): QueuedMail => ({
    kind: mail.kind === 'invitation' ? 'invitation' : 'account',
    organizationId: mail.organization?.id ?? null,
    mail: compose(mail, baseUrl),
    ...(lifetimeMs[mail.kind] !== undefined && { lifetimeMs: lifetimeMs[mail.kind] }),
  })
  return {
    isOn: queue.isOn,

    /** Sends at once, for a person who waits for the result. @throws Error when the mail server does not accept the e-mail */
    async send(mail: AccountMail): Promise<void> {
      await mailer?.send(compose(mail, baseUrl))
    },

    /** Commits with the transaction; `wake` afterwards. Returns the id. @throws AppError mail_off */
    enqueue: (trx: Transaction, mail: AccountMail): Promise<string> => queue.enqueue(trx, queued(mail)),
    wake: queue.wake,

    /** Runs `work`, which enqueues, after the response. Errors are logged. */
    later(work: () => Promise<void>): void {
      if (!queue.isOn) return
      if (pending.size >= maxPending) return logger.warn('mail: too many requests at once, one was dropped')
      const done = work()
        .then(queue.wake)
        .catch((error: unknown) => logger.error({ err: error }, 'mail: not queued'))
      pending.add(done)
      void done.finally(() => pending.delete(done))
    },

    /** Resolves when all pending work has ended. */
    async settled(): Promise<void> {
      await Promise.all(pending)
    },
  }
}

function compose({ kind, to, language, link, email, organization }: AccountMail, baseUrl: string): Mail {
  const { subject, text } = accountMailTexts[language][kind]
  const values: Record<string, string> = {
    host: new URL(baseUrl).host,
    email: email ?? '',
    organization: organization?.name ?? '',
  }
  const fill = (line: string) => line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const title = fill(subject)
  const blocks = text.map((line): MailBlock =>
    line === '{link}' && link !== undefined
      ? { kind: 'link', label: title, url: link }
      : { kind: 'text', text: fill(line) },
  )
  return {
    to,
    language,
    subject: kind === 'invitation' ? title : `Parley: ${title}`,
    ...renderMail({ language, title, blocks }),
  }
}
