import type { AttemptFailure, FailureCode } from '@parley/protocol/webhook'

/** Messages of the API, in English; the panel has its own texts for each code. */
const texts: Record<FailureCode, (detail: string) => string> = {
  receiver_refused: () => 'The receiver refused the connection.',
  receiver_closed: () => 'The receiver closed the connection before it answered.',
  receiver_unreachable: () => 'The receiver could not be reached.',
  certificate_expired: () => 'The TLS certificate of the receiver has expired.',
  certificate_not_yet_valid: () => 'The TLS certificate of the receiver is not valid yet.',
  certificate_self_signed: () => 'The TLS certificate of the receiver is self-signed.',
  certificate_untrusted: () =>
    'The TLS certificate of the receiver comes from an authority that is not trusted.',
  certificate_unverifiable: () =>
    'The TLS certificate of the receiver cannot be verified: an intermediate certificate is missing, or its authority is not trusted.',
  certificate_other_name: () => 'The TLS certificate of the receiver is for another name.',
  certificate_signature_wrong: () => 'The signature of the TLS certificate of the receiver is wrong.',
  certificate_revoked: () => 'The TLS certificate of the receiver was revoked.',
  tls_version: () => 'The receiver does not speak TLS 1.2 or 1.3 on this port.',
  tls_failed: (detail) => `The TLS handshake with the receiver failed (${detail}).`,
  answer_invalid: () => 'The answer is not valid HTTP/1.1.',
  answer_too_large: () => 'The head of the answer is larger than 16 KiB.',
  answer_late: () => 'The receiver did not answer within 10 seconds.',
  look_up_late: () => 'The name of the receiver could not be looked up within 10 seconds.',
  connection_late: () => 'The receiver did not accept a TLS connection within 10 seconds.',
  address_refused: () =>
    'The address of this webhook leads to a private or reserved network. Nothing was sent.',
  url_refused: () => 'The URL of this webhook is one that Parley does not call any more. Nothing was sent.',
  name_unknown: (name) => `The name ${name} does not exist, or has no address.`,
  name_unanswered: (name) => `The name ${name} could not be looked up: no name server answered for it.`,
  redirected: () => 'The receiver answered with a redirect, which is not followed.',
  not_stored: () => 'The exchange could not be stored.',
  waited_too_long: () => 'It waited for 14 days.',
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
