import type { ErrorCode } from '@parley/protocol/error'
import { isIP } from 'node:net'
import { addressGuard, type MayDial } from './public-address.ts'

export type CheckedUrl = { ok: true; url: string } | UrlRefusal
type UrlRefusal = { ok: false; code: ErrorCode; detail: string }

const maxLength = 2048

/** Suffixes of names that exist only inside a network, or that RFC 2606 and RFC 6761 reserve. */
const localSuffixes = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
  'test',
  'invalid',
  'example',
  'svc',
  'cluster.local',
]

/**
 * Ports from 1024 on of other services: databases, caches, orchestration, mail, X11, and ports blocked by browsers. A certificate
 * for the name is required in any case; this avoids the connection attempt. All are below the ephemeral port range.
 */
const blockedPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 3659, 4045, 4190, 4222,
  5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 8086,
  9042, 9092, 9200, 9300, 10_080, 10_250, 10_255, 11_211, 15_672, 25_565, 27_017,
])

/** Restrictions on webhook URLs, configured by the operator. */
export interface UrlRules {
  mayDial: MayDial
  /** Local names are allowed: an operator's own receiver may have one, and its address is checked when connecting. */
  allowLocalNames: boolean
}

export function urlRules(allowNetworks: readonly string[]): UrlRules {
  return { mayDial: addressGuard(allowNetworks), allowLocalNames: allowNetworks.length > 0 }
}

/**
 * Checks a webhook URL (spec 2.6, 7) and returns it in normalized form. The addresses of its name are not checked here but when
 * connecting, because DNS records may change.
 * @param options.allowNetworks CIDRs of the operator's own networks that webhooks may reach
 */
export function checkWebhookUrl(text: string, options: { allowNetworks: readonly string[] }): CheckedUrl {
  const read = readWebhookUrl(text, urlRules(options.allowNetworks))
  return read.ok ? { ok: true, url: read.url.href } : read
}

/** The same, returning the parsed URL: the checks and the connection use the same URL object. */
export function readWebhookUrl(text: string, rules: UrlRules): { ok: true; url: URL } | UrlRefusal {
  if (text.length > maxLength) return refuse('webhook_url_too_long', `The URL has ${text.length} characters.`)
  if (!URL.canParse(text)) {
    return refuse('webhook_url_invalid', 'Enter the complete URL, for example https://example.com/parley.')
  }
  const url = new URL(text)
  if (url.protocol !== 'https:') return refuse('webhook_url_not_https', `The URL begins with ${url.protocol}`)
  if (url.username !== '' || url.password !== '') {
    return refuse('webhook_url_credentials', 'Remove the part before the @.')
  }
  // `hash` is empty for a bare # as well.
  if (url.href.includes('#')) return refuse('webhook_url_fragment', 'Remove the # and everything after it.')
  const port = portOf(url)
  if (port !== 443 && (port < 1024 || blockedPorts.has(port))) {
    return refuse('webhook_url_port', `Port ${port} cannot be used.`)
  }
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const refusal = checkHost(bareHost(url), rules)
  if (refusal !== null) return refusal
  // Percent-encoding may have made it longer.
  if (url.href.length > maxLength) {
    return refuse('webhook_url_too_long', `The percent-encoded URL has ${url.href.length} characters.`)
  }
  return { ok: true, url }
}

export function portOf(url: URL): number {
  return url.port === '' ? 443 : Number(url.port)
}

/** The host without the brackets of an IPv6 address. */
export function bareHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

export const isAllowedHost = (host: string, rules: UrlRules): boolean => checkHost(host, rules) === null

function checkHost(host: string, rules: UrlRules): UrlRefusal | null {
  if (isIP(host) !== 0) {
    if (rules.mayDial(host)) return null
    return refuse('webhook_url_private', 'Webhooks are only sent to addresses on the public internet.')
  }
  const labels = host.split('.')
  if (host.length > 253 || labels.some((label) => label.length === 0 || label.length > 63)) {
    return refuse('webhook_url_invalid', 'The host name is invalid.')
  }
  if (rules.allowLocalNames) return null
  const suffix = localSuffixes.find((suffix) => host === suffix || host.endsWith(`.${suffix}`))
  if (suffix !== undefined) return refuse('webhook_url_local_name', `Names under .${suffix} are not public.`)
  if (labels.length === 1)
    return refuse('webhook_url_local_name', 'A public host name contains at least one dot.')
  return null
}

function refuse(code: ErrorCode, detail: string): UrlRefusal {
  return { ok: false, code, detail }
}
