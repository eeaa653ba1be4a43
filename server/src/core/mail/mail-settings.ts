import type { EnvironmentReader } from '../environment.ts'

/** The operator's mail server. */
export interface MailSettings {
  host: string
  port: number
  /**
   * `implicit`: TLS from the first byte. `starttls`: required; sending fails if the server does not offer it. `none`: the server
   * is on this machine, or the operator chose it and no password is sent.
   */
  tls: 'implicit' | 'starttls' | 'none'
  login: { user: string; password: string } | null
  /** `From` of every message. */
  from: { name: string; address: string }
}

/** The domain of Message-ID. */
export const senderDomain = ({ from }: MailSettings): string => from.address.split('@')[1] ?? 'localhost'

const example = 'smtp://user:password@smtp.example.com:587'
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
const addressForm = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/

/** Returns null if Parley sends no e-mail. */
export function readMailSettings(reader: EnvironmentReader): MailSettings | null {
  const url = reader.text('PARLEY_SMTP_URL')
  const from = reader.text('PARLEY_MAIL_FROM')
  if (url === null && from === null) return null
  if (url === null || from === null) {
    const [missing, present] =
      url === null ? ['PARLEY_SMTP_URL', 'PARLEY_MAIL_FROM'] : ['PARLEY_MAIL_FROM', 'PARLEY_SMTP_URL']
    reader.refuse(`${missing} is missing: ${present} requires it.`)
    return null
  }
  const sender = readSender(from)
  if (sender === null) {
    reader.refuse(`PARLEY_MAIL_FROM is "${from}": write an address, like Parley <support@example.com>.`)
    return null
  }
  const server = readServer(reader, url)
  return server === null ? null : { ...server, from: sender }
}

function readSender(text: string): MailSettings['from'] | null {
  const [, name = '', inner] = /^([^<>\r\n]*)<([^<>]+)>$/.exec(text) ?? []
  const address = (inner ?? text).trim()
  if (!addressForm.test(address)) return null
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Parley', address }
}

/** The value contains a password, so messages do not quote it. */
function readServer(reader: EnvironmentReader, value: string): Omit<MailSettings, 'from'> | null {
  const refuse = (problem: string) => {
    reader.refuse(`PARLEY_SMTP_URL ${problem}`)
    return null
  }
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    return refuse(
      `is not an address of a mail server: write ${example} (special characters percent-encoded).`,
    )
  }
  const options = [...url.searchParams]
  const isPlain = options.length === 1 && url.searchParams.get('tls') === 'none'
  if ((options.length > 0 && !isPlain) || !['', '/'].includes(url.pathname) || url.hash !== '') {
    return refuse(`has something after the port: the only option is ?tls=none.`)
  }
  const login = readLogin(url)
  if (login === undefined) return refuse('needs both a user and a password, or neither.')
  const tls =
    url.protocol === 'smtps:' ? 'implicit' : isPlain || localHosts.has(url.hostname) ? 'none' : 'starttls'
  if (isPlain && url.protocol === 'smtps:')
    return refuse('has both smtps:// and ?tls=none, which contradict each other: remove one.')
  if (isPlain && login !== null && !localHosts.has(url.hostname)) {
    return refuse('would send a password without encryption: remove ?tls=none, or the user and the password.')
  }
  const port = url.port === '' ? (tls === 'implicit' ? 465 : 587) : Number(url.port)
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, tls, login }
}

/** Returns undefined if only one of user and password is given, or if they are not percent-encoded. */
function readLogin({ username, password }: URL): MailSettings['login'] | undefined {
  if (username === '' && password === '') return null
  if (username === '' || password === '') return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
