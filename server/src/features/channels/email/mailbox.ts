import type { MailboxInput, MailboxSettings } from '@parley/protocol/mailbox'
import { isAddress } from './mail-address.ts'

/** As the credentials of an account hold it: with all passwords. */
export type Mailbox = MailboxInput

export const readMailbox = (credentials: string): Mailbox => JSON.parse(credentials) as Mailbox

/** Passwords that the input leaves out are taken from `before`, but only if the same servers and users get them. */
export function completeMailbox(input: MailboxInput, before: Mailbox | null): Mailbox {
  const address = input.address.trim().toLowerCase()
  const { login } = input.smtp
  // Without a login of its own, the SMTP server gets the IMAP password.
  const isSentAsBefore =
    login !== null || (before !== null && before.smtp.login === null && sameHost(input.smtp, before.smtp))
  const isSameImap = before !== null && sameServer(input.imap, before.imap)
  const imapBefore = isSameImap && isSentAsBefore ? before.imap.password : null
  const known = before?.smtp.login ?? null
  const isSameLogin =
    login !== null && before !== null && known?.user === login.user && sameHost(input.smtp, before.smtp)
  return {
    ...input,
    address,
    imap: { ...input.imap, password: input.imap.password ?? imapBefore },
    smtp: {
      ...input.smtp,
      login: login && {
        ...login,
        password: login.password ?? (isSameLogin ? (known?.password ?? null) : null),
      },
    },
  }
}

interface Place {
  host: string
  port: number
  encryption: string
}

const sameHost = (a: Place, b: Place) =>
  a.host === b.host && a.port === b.port && a.encryption === b.encryption

const sameServer = (a: Place & { user: string }, b: Place & { user: string }) =>
  sameHost(a, b) && a.user === b.user

/** Whether numbers of mails (UIDs) keep their meaning. Many servers give every folder the same UIDVALIDITY. */
export const readsSameFolder = (a: Mailbox, b: Mailbox): boolean =>
  folderOf(a) === folderOf(b) &&
  a.imap.host.toLowerCase() === b.imap.host.toLowerCase() &&
  a.imap.user === b.imap.user

/** The name of the inbox is case-insensitive (RFC 9051, 5.1). */
const folderOf = ({ folder }: Mailbox) => (/^inbox$/i.test(folder) ? 'INBOX' : folder)

/** Whether everything is known that a connection needs. */
export function isComplete({ address, imap, smtp }: Mailbox): boolean {
  const values = [
    imap.host,
    imap.user,
    imap.password ?? '',
    smtp.host,
    smtp.login?.user ?? '',
    smtp.login?.password ?? '',
  ]
  return (
    isAddress(address) &&
    imap.password !== null &&
    (smtp.login === null || smtp.login.password !== null) &&
    // A line break would begin a command of its own.
    values.every((value) => !/[\r\n\0]/.test(value))
  )
}

export const sendingLogin = ({ imap, smtp }: Mailbox): { user: string; password: string } => {
  const { user, password } = smtp.login ?? imap
  return { user, password: password ?? '' }
}

export function presentMailbox({ imap, smtp, ...rest }: Mailbox): MailboxSettings {
  const { password: _, ...imapServer } = imap
  return { ...rest, imap: imapServer, smtp: { ...smtp, login: smtp.login && { user: smtp.login.user } } }
}
