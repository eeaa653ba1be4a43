import type { Language } from '@parley/protocol/provider'
import type { Logger } from '../../core/logger.ts'
import type { Mail, Mailer } from '../../core/mail/mailer.ts'
import { sendWithRetries } from '../../core/mail/send-with-retries.ts'
import { accountMailTexts, type AccountMailKind } from './account-mail-texts.ts'

export interface AccountMail {
  kind: AccountMailKind
  to: string
  language: Language
  /** The one-time link in `reset` and `confirmEmail`. */
  link?: string
  /** The new address in `emailChanged`. */
  email?: string
}

/** Maximum concurrent e-mails. Further ones are dropped; people can request them again. */
const maxPending = 100

export type AccountMails = ReturnType<typeof createAccountMails>

/** E-mails about accounts. Without a mail server, nothing is sent. */
export function createAccountMails(deps: {
  mailer: Mailer | null
  baseUrl: string
  logger: Logger
  /** Ends the retries. */
  signal: AbortSignal
}) {
  const { mailer, baseUrl, logger, signal } = deps
  const pending = new Set<Promise<void>>()
  return {
    isOn: mailer !== null,

    /** Sends once. @throws Error when the mail server does not accept the e-mail */
    async send(mail: AccountMail): Promise<void> {
      await mailer?.send(compose(mail, baseUrl))
    },

    /**
     * Sends the result of `make` in the background, unless it is null. Temporary failures are retried for about 12 minutes; the
     * last one is logged.
     */
    sendLater(make: () => Promise<AccountMail | null>): void {
      if (mailer === null) return
      if (pending.size >= maxPending) return logger.warn('mail: too many at once, one was dropped')
      const work = make()
        .then((mail) =>
          mail === null ? undefined : sendWithRetries(mailer, compose(mail, baseUrl), { signal }),
        )
        .catch((error: unknown) => logger.error({ err: error }, 'mail: not sent'))
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },

    /** Resolves when all pending e-mails were sent or have failed. */
    async settled(): Promise<void> {
      await Promise.all(pending)
    },
  }
}

function compose({ kind, to, language, link, email }: AccountMail, baseUrl: string): Mail {
  const { subject, text } = accountMailTexts[language][kind]
  const values: Record<string, string> = { host: new URL(baseUrl).host, link: link ?? '', email: email ?? '' }
  const fill = (line: string) => line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { to, subject: `Parley: ${subject}`, text: `${text.map(fill).join('\n\n')}\n` }
}
