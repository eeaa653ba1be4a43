/** Without Origin it is no page: a program can claim any origin, so the list protects pages, not the key (SPEC O1, O2). */
export const originAllowed = (origin: string | null, allowed: string[]): boolean =>
  origin === null || allowed.length === 0 || allowed.includes(origin)

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
