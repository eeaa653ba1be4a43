/**
 * The `htu` of a proof: the socket's address with http(s) scheme, without query and fragment
 * (protocol/src/session.ts, RFC 9449 4.2).
 */
export function proofTarget(socketUrl: string): string {
  const url = new URL(socketUrl)
  return httpOrigin(socketUrl) + url.pathname
}

/** The http(s) origin of the service behind a socket: the base of relative URLs in its responses. */
export function httpOrigin(socketUrl: string): string {
  const url = new URL(socketUrl)
  return `${url.protocol === 'ws:' || url.protocol === 'http:' ? 'http:' : 'https:'}//${url.host}`
}
