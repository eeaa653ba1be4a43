export const maxOrigins = 50

export type OriginProblem = 'invalid' | 'insecure' | 'duplicate' | 'wildcard' | 'full'
export type OriginReading = { ok: true; origin: string } | { ok: false; problem: OriginProblem }

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Normalizes typed text to an origin: lower case, no path, no default port. A bare host is taken as https.
 * Follows AllowedOrigin of the protocol.
 */
export function readOrigin(text: string, present: readonly string[]): OriginReading {
  const typed = text.trim()
  if (typed.includes('*')) return { ok: false, problem: 'wildcard' }
  const address = typed.includes('://') ? typed : `https://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(address)) return { ok: false, problem: 'invalid' }
  const url = new URL(address)
  if (url.protocol === 'http:' && !localHosts.has(url.hostname)) return { ok: false, problem: 'insecure' }
  if (!isWeb(url) || url.origin.length > 255) return { ok: false, problem: 'invalid' }
  if (present.includes(url.origin)) return { ok: false, problem: 'duplicate' }
  if (present.length >= maxOrigins) return { ok: false, problem: 'full' }
  return { ok: true, origin: url.origin }
}

/** A host without a dot is incomplete, except localhost. */
function isWeb({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false
  if (username !== '' || password !== '') return false
  return localHosts.has(hostname) || hostname.includes('.') || hostname.startsWith('[')
}
