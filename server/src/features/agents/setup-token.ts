import { isIPv4 } from 'node:net'
import type { Secrets } from '../../core/secrets.ts'

/**
 * The token that the first set-up must present, so that a new installation belongs to who can read its log, not to who opens it
 * first. Derived from PARLEY_SECRET: the same in every process and after a restart, and worthless after the first set-up.
 * null: only people on this machine can reach the service, or anybody may create organizations anyway.
 */
export function setupToken(
  { host, baseUrl, signup }: { host: string; baseUrl: string; signup: 'open' | 'closed' },
  secrets: Secrets,
): string | null {
  if (signup === 'open') return null
  if (isLoopback(host) && isLoopback(new URL(baseUrl).hostname)) return null
  return secrets.key('set-up token').toString('base64url')
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
