import { lazyLoad } from '../lazy.ts'
import type { MailSettings } from './mail-settings.ts'

/** A plain-text e-mail to one recipient. */
export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Resolves when the server has accepted the message. @throws Error without the message's text and without addresses: errors are logged */
  send(mail: Mail): Promise<void>
}

const timeoutMs = { connect: 10_000, greeting: 10_000, silence: 20_000 }

/**
 * Sends through the operator's server with `nodemailer`. The address is configuration, not user input, so private networks are
 * allowed. Certificates are always verified, and a connection that requires TLS never falls back to plain text.
 * @param options.ca an additional certificate authority, for tests
 */
export function createMailer(settings: MailSettings, options: { ca?: string } = {}): Mailer {
  const transport = lazyLoad(() => openTransport(settings, options.ca))
  return {
    async send({ to, subject, text }) {
      try {
        const sender = await transport()
        await sender.sendMail({
          from: settings.from,
          // An object, because a string would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          // RFC 3834: no out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw withoutAddresses(error as SendError)
      }
    },
  }
}

/** Loads nodemailer for the first e-mail: many installations send none. */
async function openTransport({ host, port, tls, login }: MailSettings, ca: string | undefined) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    // Otherwise `localhost` does not resolve on a machine without a network.
    allowInternalNetworkInterfaces: true,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca }),
    },
    connectionTimeout: timeoutMs.connect,
    greetingTimeout: timeoutMs.greeting,
    socketTimeout: timeoutMs.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type SendError = Error & { code?: string; responseCode?: number; command?: string }

/** nodemailer lists the rejected recipients, and servers quote them in their replies. */
function withoutAddresses({ message, code, responseCode, command }: SendError): Error {
  const reason = message.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)')
  return Object.assign(new Error(reason), { code, responseCode, command })
}
