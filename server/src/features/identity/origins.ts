/** Whether a widget that lists these origins may be shown by a page of this one. */
export type OriginAllowed = (origin: string | null, allowed: string[]) => boolean

/**
 * Without Origin it is no page: a program can claim any origin, so the list protects pages, not the key (SPEC O1, O2). The
 * service's own pages, such as the one of a mini app, are always allowed.
 */
export function createOriginAllowed(baseUrl: string): OriginAllowed {
  const own = new URL(baseUrl).origin
  return (origin, allowed) =>
    origin === null || origin === own || allowed.length === 0 || allowed.includes(origin)
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** https, or http on this machine: elsewhere browsers keep no keys for a page (spec 1, 7). */
export function isSecureOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && (localNames.has(hostname) || hostname.endsWith('.localhost')))
  )
}
