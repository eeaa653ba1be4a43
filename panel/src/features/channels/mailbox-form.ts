import type { MailboxInput, MailboxSettings } from '@parley/protocol/mailbox'

/** The fields of the form: empty passwords are kept. */
export interface MailboxForm extends Omit<MailboxInput, 'imap' | 'smtp' | 'authentication_server'> {
  authenticationServer: string
  imap: {
    host: string
    /** 0: empty. */
    port: number
    encryption: MailboxInput['imap']['encryption']
    user: string
    password: string
  }
  smtp: {
    host: string
    port: number
    encryption: MailboxInput['smtp']['encryption']
    user: string
    password: string
  }
  /** The user name and the password for receiving are used for sending too. */
  sameLogin: boolean
}

export const emptyMailbox: MailboxForm = {
  address: '',
  name: '',
  folder: 'INBOX',
  plus_addresses: true,
  authenticationServer: '',
  imap: { host: '', port: 993, encryption: 'implicit', user: '', password: '' },
  smtp: { host: '', port: 465, encryption: 'implicit', user: '', password: '' },
  sameLogin: true,
}

export const formOf = ({
  authentication_server: server,
  imap,
  smtp,
  ...rest
}: MailboxSettings): MailboxForm => {
  const { login, ...smtpServer } = smtp
  return {
    ...rest,
    authenticationServer: server ?? '',
    imap: { ...imap, password: '' },
    smtp: { ...smtpServer, user: login?.user ?? '', password: '' },
    sameLogin: login === null,
  }
}

export function mailboxOf({
  authenticationServer,
  imap,
  smtp,
  sameLogin,
  ...rest
}: MailboxForm): MailboxInput {
  const { user, password, ...smtpServer } = smtp
  return {
    ...rest,
    address: rest.address.trim(),
    name: rest.name.trim(),
    folder: rest.folder.trim(),
    authentication_server: authenticationServer.trim() || null,
    imap: { ...imap, host: imap.host.trim(), user: imap.user.trim(), password: imap.password || null },
    smtp: {
      ...smtpServer,
      host: smtp.host.trim(),
      login: sameLogin ? null : { user: user.trim(), password: password || null },
    },
  }
}

/** Whether all fields that are always needed have a value. */
export const isFilled = ({ address, name, folder, imap, smtp, sameLogin }: MailboxForm): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(address.trim()) &&
  imap.port > 0 &&
  smtp.port > 0 &&
  [name, folder, imap.host, imap.user, smtp.host, sameLogin ? 'same' : smtp.user].every(
    (value) => value.trim() !== '',
  )

/** The usual port of an encryption. */
export const usualPort = (kind: 'imap' | 'smtp', encryption: string): number =>
  kind === 'imap' ? (encryption === 'implicit' ? 993 : 143) : encryption === 'implicit' ? 465 : 587
