import type { Mail } from './mail.ts'
import { mailHeaders, requireAddress, singleLine, validMessageIds } from './mail-headers.ts'
import type { MailSettings } from './mail-settings.ts'

export type { Mail }

export interface Mailer {
  /**
   * Resolves when the server has accepted the message. Control characters become spaces in the subject and in names.
   * @param options.timeoutMs of the whole attempt; then the connection is closed. Default: `attemptMs`
   * @throws SendError without the message's text and without addresses: errors are logged. See `isRejected`
   */
  send(mail: Mail, options?: { timeoutMs?: number }): Promise<void>
}

export interface MailerOptions {
  ca?: string
  silenceMs?: number
  /** Name in the certificate, where the host is an address. */
  servername?: string
}

const timeoutMs = { connect: 10_000, greeting: 10_000, silence: 20_000, verification: 40_000 }

/** Of a mail without files. Needed besides the silence timeout, which a server that sends single bytes never reaches. */
const plainAttemptMs = 90_000
/** The slowest connection for files: 100 kB/s. */
const fileBytesPerMs = 100

/** How long an attempt to send this mail may take, from the connection to the last reply. */
export const attemptMs = ({ attachments = [] }: Mail): number =>
  plainAttemptMs + attachments.reduce((sum, { content }) => sum + content.length, 0) / fileBytesPerMs

/**
 * Sends through the operator's server with `nodemailer`. The address is configuration, not user input, so private networks are
 * allowed. Certificates are always verified, and a connection that requires TLS never falls back to plain text.
 * @param options.ca an additional certificate authority, for tests
 */
export function createMailer(settings: MailSettings, options: MailerOptions = {}): Mailer {
  return {
    async send(mail, { timeoutMs: limitMs = attemptMs(mail) } = {}) {
      let isHandedOver = false
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), limitMs)
      try {
        const message = toMessage(mail, settings.from)
        const transport = await openTransport(settings, options)
        transport.use('stream', ({ message: node }, done) => {
          node.processFunc((content) => content.once('end', () => (isHandedOver = true)))
          done()
        })
        await transport.sendMail({ ...message, signal: deadline.signal })
      } catch (error) {
        const isLate = deadline.signal.aborted && (error as SendError).responseCode === undefined
        throw Object.assign(withoutAddresses(error as SendError), {
          isHandedOver,
          ...(isLate && { code: 'ETIMEDOUT' }),
        })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** The options of nodemailer. Addresses are objects, because a string would be parsed as a list of addresses. */
function toMessage(mail: Mail, from: MailSettings['from']) {
  const [messageId] = validMessageIds([mail.messageId])
  const [inReplyTo] = validMessageIds([mail.inReplyTo])
  const references = validMessageIds(mail.references ?? [])
  return {
    from: { name: singleLine(mail.fromName ?? from.name), address: from.address },
    to: { name: '', address: requireAddress(mail.to) },
    subject: singleLine(mail.subject),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    ...(mail.replyTo && {
      replyTo: { name: singleLine(mail.replyTo.name), address: requireAddress(mail.replyTo.address) },
    }),
    ...(mail.date && { date: mail.date }),
    ...(messageId && { messageId }),
    ...(inReplyTo && { inReplyTo }),
    ...(references.length > 0 && { references }),
    headers: mailHeaders(mail),
    attachments: (mail.attachments ?? []).map(({ name, contentType, content }) => ({
      filename: singleLine(name),
      contentType: singleLine(contentType),
      content,
    })),
  }
}

/** Loads nodemailer with the first e-mail: many installations send none. */
async function openTransport(settings: MailSettings, options: MailerOptions) {
  const { createTransport } = await import('nodemailer')
  const { login } = settings
  return createTransport({
    ...connectionOptions(settings, options),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const connectionOptions = (
  { host, port, tls }: MailSettings,
  { ca, silenceMs = timeoutMs.silence, servername }: MailerOptions,
) => ({
  host,
  port,
  secure: tls === 'implicit',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'none',
  // Otherwise `localhost` does not resolve on a machine without a network.
  allowInternalNetworkInterfaces: true,
  tls: {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ...(ca !== undefined && { ca }),
    ...(servername !== undefined && { servername }),
  },
  connectionTimeout: timeoutMs.connect,
  greetingTimeout: timeoutMs.greeting,
  socketTimeout: silenceMs,
})

/** Signs in without sending anything. @throws SendError */
export async function verifySending(settings: MailSettings, options: MailerOptions = {}): Promise<void> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SmtpConnection(connectionOptions(settings, options))
  const { login } = settings
  const verified = Promise.withResolvers<void>()
  const done = (error?: Error | null) => (error ? verified.reject(error) : verified.resolve())
  const late = () => done(Object.assign(new Error('The server takes too long'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(late, timeoutMs.verification)
  connection.once('error', done)
  connection.once('end', () => done(new Error('Connection closed')))
  connection.connect((error) => {
    if (error || !login || !connection.allowsAuth) done(error)
    else connection.login({ credentials: { user: login.user, pass: login.password } }, done)
  })
  try {
    await verified.promise
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

export type SendError = Error & {
  code?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
  /** The whole content has left, so that the server may have accepted it without a reply. */
  isHandedOver?: boolean
}

/**
 * Whether the server refused this message permanently. A 5xx reply to the connection, the login or the sender concerns the settings: the same
 * message may be accepted once they are corrected. 552 to the sender: the message is too large (RFC 1870).
 */
export function isRejected(error: unknown): boolean {
  const { code, responseCode = 0, command = '' } = error as SendError
  if (code === 'invalid_mail') return true
  if (responseCode < 500) return false
  return command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && responseCode === 552)
}

const enhancedCode = /\b[245]\d\d[ -]#?([245]\.\d{1,3}\.\d{1,3})\b/

/** The enhanced status code of the reply (RFC 3463), as `5.1.1`; null: none. */
export const enhancedCodeOf = (error: unknown): string | null =>
  enhancedCode.exec((error as SendError).message)?.[1] ?? null

/** As `550 5.1.1`; null: no reply. The texts of replies may quote addresses and content. */
export function replyCodeOf(error: unknown): string | null {
  const { responseCode } = error as SendError
  if (responseCode === undefined) return null
  return [`${responseCode}`, enhancedCodeOf(error) ?? []].flat().join(' ')
}

/** nodemailer lists the rejected recipients, and servers quote them in their replies. Takes linear time: a server chooses its reply. */
function withoutAddresses({ message, code, responseCode, command }: SendError): SendError {
  const reason = message.replaceAll(/[^\s<>"']+/g, (word) => (/.@./.test(word) ? '(address)' : word))
  return Object.assign(new Error(reason), { code, responseCode, command })
}
