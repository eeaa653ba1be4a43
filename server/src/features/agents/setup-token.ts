import { isIPv4 } from 'node:net'
import type { Secrets } from '../../core/secrets.ts'

/**
 * Returns the token required for the first setup, so that a new installation belongs to the person who can read its log and not
 * to the first visitor. Derived from PARLEY_SECRET: the same in every process and after a restart, and useless after the first
 * setup. null: only people on this machine can reach the service, or anyone may create organizations.
 */
export function setupToken(
  { host, baseUrl, signup }: { host: string; baseUrl: string; signup: 'open' | 'closed' },
  secrets: Secrets,
): string | null {
  if (signup === 'open') return null
  if (isLoopback(host) && isLoopback(new URL(baseUrl).hostname)) return null
  return secrets.key('set-up token').export().toString('base64url')
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
