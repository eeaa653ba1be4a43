import type { ChannelProblem } from '@parley/protocol/channel-connection'
import type { MailStepResult } from '@parley/protocol/mailbox'
import type { DeliveryReason } from '@parley/protocol/message-delivery'
import {
  createMailer,
  enhancedCodeOf,
  verifySending,
  type Mail,
  type SendError,
} from '../../../core/mail/mailer.ts'
import { isUnknownAddress } from './mail-report.ts'
import { checkServer, connectionFailure, type FindHost } from './mail-server.ts'
import { sendingLogin, type Mailbox } from './mailbox.ts'

export interface SmtpOptions {
  findHost: FindHost
  ca?: string
  /** Of an attempt to send, for tests. */
  attemptMs?: number
}

async function settingsOf({ findHost, ca }: SmtpOptions, organizationId: string, mailbox: Mailbox) {
  const server = await checkServer(findHost, organizationId, mailbox.smtp)
  if (server.outcome !== 'checked') return server
  return {
    outcome: 'ready' as const,
    settings: {
      host: server.address,
      port: mailbox.smtp.port,
      tls: mailbox.smtp.encryption,
      login: sendingLogin(mailbox),
      from: { name: mailbox.name, address: mailbox.address },
    },
    options: { servername: server.servername, ...(ca !== undefined && { ca }) },
  }
}

/** Signs in without sending anything. */
export async function testSending(
  options: SmtpOptions,
  organizationId: string,
  mailbox: Mailbox,
): Promise<MailStepResult> {
  const ready = await settingsOf(options, organizationId, mailbox)
  if (ready.outcome !== 'ready') return ready.outcome
  try {
    await verifySending(ready.settings, ready.options)
    return 'ok'
  } catch (error) {
    return connectionFailure(error)
  }
}

type Sent =
  | { outcome: 'done' }
  /** `problem`: of the mailbox, not of this mail. `ofMail`: perhaps only this recipient or content has to wait. */
  | { outcome: 'unavailable'; problem?: ChannelProblem; ofMail?: true }
  | { outcome: 'doubtful' }
  | { outcome: 'refused'; reason: DeliveryReason }

export async function sendMail(
  options: SmtpOptions,
  organizationId: string,
  mailbox: Mailbox,
  mail: Mail,
): Promise<Sent> {
  const ready = await settingsOf(options, organizationId, mailbox)
  if (ready.outcome !== 'ready') return { outcome: 'unavailable' }
  try {
    const { attemptMs: timeoutMs } = options
    await createMailer(ready.settings, ready.options).send(mail, timeoutMs === undefined ? {} : { timeoutMs })
    return { outcome: 'done' }
  } catch (error) {
    return outcomeOf(error as SendError)
  }
}

function outcomeOf(error: SendError): Sent {
  const { code = '', responseCode, command = '', isHandedOver = false } = error
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  // Also to a sign-in, such as 454: too many of them, or the server cannot check them now (RFC 4954 section 6).
  if (responseCode !== undefined && responseCode < 500)
    return { outcome: 'unavailable', ...(isOfMail && { ofMail: true }) }
  if (code === 'EAUTH') return { outcome: 'refused', reason: 'disconnected' }
  if (code === 'invalid_mail') return { outcome: 'refused', reason: 'rejected' }
  // The server has stated its limit, or cannot take the address.
  if (responseCode === undefined && code === 'EMESSAGE')
    return { outcome: 'refused', reason: 'file_too_large' }
  if (responseCode === undefined && code === 'EENVELOPE') return { outcome: 'refused', reason: 'rejected' }
  // Without the end of its content, no server accepts a mail; also when the time is over.
  if (responseCode === undefined) return { outcome: isHandedOver ? 'doubtful' : 'unavailable' }
  const status = enhancedCodeOf(error)
  if (isTooLarge(responseCode, command, status)) return { outcome: 'refused', reason: 'file_too_large' }
  if (command === 'RCPT TO' && isUnknown(responseCode, status))
    return { outcome: 'refused', reason: 'contact_gone' }
  if (isOfMail) return { outcome: 'refused', reason: 'rejected' }
  // To the connection or the sender: every mail of the mailbox would get it until the settings are corrected.
  return { outcome: 'unavailable', problem: 'sending_refused' }
}

/** 552 also means a full mailbox, above all to a recipient, and content that is not allowed. */
function isTooLarge(responseCode: number, command: string, status: string | null): boolean {
  if (status !== null && /^5\.(2\.3|3\.4)$/.test(status)) return true
  return responseCode === 552 && command !== 'RCPT TO' && !/^5\.(2\.2|7\.\d+)$/.test(status ?? '')
}

/**
 * Servers also reply 550 to a recipient when they refuse this server or the sender: 5.7.x, 5.1.7, 5.1.8. Microsoft uses codes of the
 * network and the protocol for an unknown address: 5.4.1, 5.5.0.
 */
const isUnknown = (responseCode: number, status: string | null): boolean =>
  [550, 551, 553].includes(responseCode) &&
  (status === null || isUnknownAddress(status) || /^5\.(0\.0|1\.0|2\.0|4\.1|5\.0)$/.test(status))
