import type { AttemptFailure, FailureCode } from '@parley/protocol/webhook'

/** Messages of the API, in English; the panel has its own texts for each code. */
const texts: Record<FailureCode, (detail: string) => string> = {
  receiver_refused: () => 'The receiver refused the connection.',
  receiver_closed: () => 'The receiver closed the connection before it responded.',
  receiver_unreachable: () => 'The receiver could not be reached.',
  certificate_expired: () => 'The receiver’s TLS certificate has expired.',
  certificate_not_yet_valid: () => 'The receiver’s TLS certificate is not valid yet.',
  certificate_self_signed: () => 'The receiver’s TLS certificate is self-signed.',
  certificate_untrusted: () => 'The receiver’s TLS certificate was issued by an untrusted authority.',
  certificate_unverifiable: () =>
    'The receiver’s TLS certificate cannot be verified: an intermediate certificate is missing, or its issuer is not trusted.',
  certificate_other_name: () => 'The receiver’s TLS certificate is for another name.',
  certificate_signature_wrong: () => 'The signature of the receiver’s TLS certificate is invalid.',
  certificate_revoked: () => 'The receiver’s TLS certificate was revoked.',
  tls_version: () => 'The receiver does not support TLS 1.2 or 1.3 on this port.',
  tls_failed: (detail) => `The TLS handshake with the receiver failed (${detail}).`,
  answer_invalid: () => 'The response is not valid HTTP/1.1.',
  answer_too_large: () => 'The response headers are larger than 16 KiB.',
  answer_late: () => 'The receiver did not respond within 10 seconds.',
  look_up_late: () => 'The host name could not be resolved within 10 seconds.',
  connection_late: () => 'No TLS connection to the receiver could be established within 10 seconds.',
  address_refused: () => 'The webhook’s address is in a private or reserved network. Nothing was sent.',
  url_refused: () => 'Parley no longer accepts the URL of this webhook. Nothing was sent.',
  name_unknown: (name) => `The host name ${name} does not exist or has no address.`,
  name_unanswered: (name) => `The host name ${name} could not be resolved: no name server responded.`,
  redirected: () => 'The receiver responded with a redirect. Redirects are not followed.',
  not_stored: () => 'The result of the attempt could not be stored.',
  waited_too_long: () => 'The delivery still waited 14 days after its event.',
}

/** Format of the log: the code, then a space and the detail, if any. */
export const storedFailure = ({ code, detail }: AttemptFailure): string =>
  detail === null ? code : `${code} ${detail}`

/** Parses the format of the log. */
export function readFailure(stored: string | null): { failure: AttemptFailure | null; error: string | null } {
  if (stored === null) return { failure: null, error: null }
  const [code = '', ...rest] = stored.split(' ')
  // Logs written by older versions contain sentences.
  if (!isCode(code)) return { failure: null, error: stored }
  const detail = rest.length > 0 ? rest.join(' ') : null
  return { failure: { code, detail }, error: texts[code](detail ?? '?') }
}

const isCode = (text: string): text is FailureCode => Object.hasOwn(texts, text)
