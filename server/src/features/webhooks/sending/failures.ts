import type { FailureCode } from '@parley/protocol/webhook'
import type { Dialled } from './dial.ts'
import type { Exchanged } from './exchange.ts'

/**
 * Why an attempt failed. `detail` is the host name or the TLS error, never a resolved address: anyone who may set a URL could
 * explore a private network with it.
 */
export interface Failure {
  code: FailureCode
  detail: string | null
}

const failure = (code: FailureCode, detail: string | null = null): Failure => ({ code, detail })

const byErrorCode: Record<string, FailureCode> = {
  ECONNREFUSED: 'receiver_refused',
  ECONNRESET: 'receiver_closed',
  EPIPE: 'receiver_closed',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unverifiable',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unverifiable',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_name',
  CERT_SIGNATURE_FAILURE: 'certificate_signature_wrong',
  CERT_REVOKED: 'certificate_revoked',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_version',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls_version',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls_version',
}

function connectionFailure(error: Error | null): Failure {
  if (error === null) return failure('receiver_closed')
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = byErrorCode[code]
  if (known !== undefined) return failure(known)
  if (code.startsWith('ERR_SSL_')) return failure('tls_failed', code.slice('ERR_SSL_'.length).toLowerCase())
  return failure('receiver_unreachable')
}

/** Why a request that was sent has no response status. */
export function exchangeFailure(exchanged: Exclude<Exchanged, { kind: 'answered' }>): Failure {
  switch (exchanged.kind) {
    case 'closed':
      return connectionFailure(exchanged.error)
    case 'timed_out':
      return failure('answer_late')
    case 'invalid':
      return failure('answer_invalid')
    case 'too_large':
      return failure('answer_too_large')
    default:
      return exchanged satisfies never
  }
}

/** Why no request was sent. */
export function dialFailure(host: string, dialled: Exclude<Dialled, { kind: 'connected' }>): Failure {
  switch (dialled.kind) {
    case 'failed':
      return connectionFailure(dialled.error)
    case 'timed_out':
      return failure(dialled.during === 'lookup' ? 'look_up_late' : 'connection_late')
    case 'refused':
      return failure('address_refused')
    case 'unknown_name':
      return failure('name_unknown', host)
    case 'no_name_server':
      return failure('name_unanswered', host)
    default:
      return dialled satisfies never
  }
}
