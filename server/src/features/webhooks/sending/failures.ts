import type { Dialled } from './dial.ts'
import type { Exchanged } from './exchange.ts'

/**
 * Why a delivery was not answered, in words for the people who own the endpoint. Never an address that was looked up:
 * whoever may set a URL could read a private network by it.
 */
export const refusedWords =
  'The address of this webhook leads to a private or reserved network. Nothing was sent.'

const byCode: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before it answered.',
  EPIPE: 'The receiver closed the connection before it answered.',
  CERT_HAS_EXPIRED: 'The TLS certificate of the receiver has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate of the receiver is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate of the receiver is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The TLS certificate of the receiver comes from an authority that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The TLS certificate of the receiver cannot be verified: an intermediate certificate is missing, or its authority is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate of the receiver cannot be verified: an intermediate certificate is missing, or its authority is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate of the receiver is for another name.',
  CERT_SIGNATURE_FAILURE: 'The signature of the TLS certificate of the receiver is wrong.',
  CERT_REVOKED: 'The TLS certificate of the receiver was revoked.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver does not speak TLS 1.2 or 1.3 on this port.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'The receiver does not speak TLS 1.2 or 1.3 on this port.',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The receiver does not speak TLS 1.2 or 1.3 on this port.',
}

export function connectionWords(error: Error | null): string {
  if (error === null) return 'The receiver closed the connection before it answered.'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = byCode[code]
  if (known !== undefined) return known
  if (code.startsWith('ERR_SSL_'))
    return `The TLS handshake with the receiver failed (${code.slice(8).toLowerCase()}).`
  return 'The receiver could not be reached.'
}

/** Why a request that was written has no status. */
export function exchangeWords(exchanged: Exclude<Exchanged, { kind: 'answered' | 'given_up' }>): string {
  if (exchanged.kind === 'closed') return connectionWords(exchanged.error)
  return exchanged.kind === 'invalid'
    ? 'The answer is not valid HTTP/1.1.'
    : 'The head of the answer is larger than 16 KiB.'
}

export function dialWords(
  host: string,
  dialled: Exclude<Dialled, { kind: 'connected' | 'given_up' }>,
): string {
  if (dialled.kind === 'failed') return connectionWords(dialled.error)
  return {
    refused: refusedWords,
    unknown_name: `The name ${host} does not exist, or has no address.`,
    no_name_server: `The name ${host} could not be looked up: no name server answered for it.`,
  }[dialled.kind]
}

/** What was under way when the time was over. */
export function timeoutWords(during: 'lookup' | 'connecting' | 'answer', seconds: number): string {
  const what = {
    lookup: 'The name of the receiver could not be looked up',
    connecting: 'The receiver did not accept a TLS connection',
    answer: 'The receiver did not answer',
  }[during]
  return `${what} within ${seconds} seconds.`
}
