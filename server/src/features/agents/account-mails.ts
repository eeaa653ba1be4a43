import type { Language } from '@parley/protocol/provider'
import type { Logger } from '../../core/logger.ts'
import type { Mail, Mailer } from '../../core/mail/mailer.ts'
import { accountMailTexts, type AccountMailKind } from './account-mail-texts.ts'

export interface AccountMail {
  kind: AccountMailKind
  to: string
  language: Language
  /** The one-time link, of `reset` and `confirmEmail`. */
  link?: string
  /** The new address, of `emailChanged`. */
  email?: string
}

/** Mails under way at once. More are dropped: their senders can ask again. */
const maxUnderWay = 100

export type AccountMails = ReturnType<typeof createAccountMails>

/** Mails about accounts. Without a mail server nothing is sent. */
export function createAccountMails(deps: { mailer: Mailer | null; baseUrl: string; logger: Logger }) {
  const { mailer, baseUrl, logger } = deps
  const underWay = new Set<Promise<void>>()
  const send = async (mail: AccountMail): Promise<void> => {
    await mailer?.send(compose(mail, baseUrl))
  }
  return {
    isOn: mailer !== null,

    /** @throws Error when the mail server does not accept it */
    send,

    /** Makes and sends a mail that nobody waits for. Failures are logged. null: there is nothing to send. */
    sendLater(make: () => Promise<AccountMail | null>): void {
      if (mailer === null) return
      if (underWay.size >= maxUnderWay) return logger.warn('mail: too many at once, one was dropped')
      const work = make()
        .then((mail) => (mail === null ? undefined : send(mail)))
        .catch((error: unknown) => logger.error({ err: error }, 'mail: not sent'))
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    },

    /** Resolves when the mails under way were sent or have failed. */
    async settled(): Promise<void> {
      await Promise.all(underWay)
    },
  }
}

function compose({ kind, to, language, link, email }: AccountMail, baseUrl: string): Mail {
  const { subject, text } = accountMailTexts[language][kind]
  const values: Record<string, string> = { host: new URL(baseUrl).host, link: link ?? '', email: email ?? '' }
  const fill = (line: string) => line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { to, subject: `Parley: ${subject}`, text: `${text.map(fill).join('\n\n')}\n` }
}
