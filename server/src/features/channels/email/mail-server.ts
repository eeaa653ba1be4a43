import type { MailEncryption, MailStepResult } from '@parley/protocol/mailbox'

/** A checked address of a name, or why there is none (docs/decisions/webhook-guard.md). */
export type FoundHost =
  | { outcome: 'found'; address: string; isPublic: boolean }
  | { outcome: 'name_unknown' | 'host_refused' | 'unreachable' }

/** `organizationId`: its lookups wait only for each other. */
export type FindHost = (host: string, organizationId: string) => Promise<FoundHost>

export interface MailServer {
  host: string
  port: number
  encryption: MailEncryption
}

/** Where a connection goes: never to the name, so that a change of DNS cannot bypass the check. */
export interface CheckedServer {
  outcome: 'checked'
  address: string
  servername: string
}

/** Public hosts are reached only at ports of mail servers, so that this service cannot be used as a port scanner. */
const mailPorts = new Set([25, 143, 465, 587, 993, 2525])

export async function checkServer(
  findHost: FindHost,
  organizationId: string,
  { host, port, encryption }: MailServer,
): Promise<CheckedServer | { outcome: Exclude<MailStepResult, 'ok' | 'skipped'> }> {
  const found = await findHost(host.trim().toLowerCase().replace(/\.$/, ''), organizationId)
  if (found.outcome !== 'found') return found
  if (found.isPublic && !mailPorts.has(port)) return { outcome: 'host_refused' }
  if (found.isPublic && encryption === 'none') return { outcome: 'encryption_failed' }
  return { outcome: 'checked', address: found.address, servername: host.trim() }
}

interface ConnectionError {
  code?: string
  message?: string
  tlsFailed?: boolean
  authenticationFailed?: boolean
  /** Of IMAP (RFC 5530). */
  serverResponseCode?: string
  /** Quotes the server. */
  response?: unknown
  responseCode?: number
}

/** To a sign-in that the server cannot check, or does not admit, at the moment. */
const temporaryCodes = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])
/** Gmail states no code of its own for it: "[ALERT] Too many simultaneous connections. (Failure)". */
const tooManyConnections = /too many .{0,40}connections/i

/** What to correct. The texts of servers may quote credentials, so only a code is kept. */
export function connectionFailure(thrown: unknown): Exclude<MailStepResult, 'ok' | 'skipped'> {
  const { code = '', message = '', tlsFailed, authenticationFailed, responseCode } = thrown as ConnectionError
  const { serverResponseCode = '', response } = thrown as ConnectionError
  const isTemporary = temporaryCodes.has(serverResponseCode) || tooManyConnections.test(String(response))
  if (authenticationFailed && isTemporary) return 'unreachable'
  // Of SMTP, such as 454: too many sign-ins, or the server cannot check them now (RFC 4954 section 6).
  if (code === 'EAUTH' && responseCode !== undefined && responseCode < 500) return 'unreachable'
  if (authenticationFailed || code === 'EAUTH' || responseCode === 535 || responseCode === 534)
    return 'sign_in_refused'
  if (tlsFailed || code === 'ETLS' || /CERT|SIGNED|ALTNAME|VERIFY_LEAF|_SSL_|_TLS_|EPROTO/.test(code))
    return 'encryption_failed'
  return /certificate|wrong version number|STARTTLS/i.test(message) ? 'encryption_failed' : 'unreachable'
}
