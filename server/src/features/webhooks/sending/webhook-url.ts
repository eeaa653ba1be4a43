import type { ErrorCode } from '@parley/protocol/error'
import { isIP } from 'node:net'
import { addressGuard, type MayDial } from './public-address.ts'

export type CheckedUrl = { ok: true; url: string } | UrlRefusal
type UrlRefusal = { ok: false; code: ErrorCode; detail: string }

const maxLength = 2048

/** Names that mean something only inside a network, or that RFC 2606 and RFC 6761 keep out of the public tree. */
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
 * Ports from 1024 on where something else is at home: databases, caches, orchestration, mail, X11, what browsers
 * refuse. A certificate for the very name stands in the way as well; this keeps the knock away from the door. All are
 * below the range from which systems take ports at random.
 */
const foreignPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 3659, 4045, 4190, 4222,
  5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 8086,
  9042, 9092, 9200, 9300, 10_080, 10_250, 10_255, 11_211, 15_672, 25_565, 27_017,
])

/** Where a webhook may lead, by the operator's decision. */
export interface UrlRules {
  mayDial: MayDial
  /** Names of a local network pass: an operator's own receiver may have one, and its address is judged when it is dialled. */
  localNames: boolean
}

export function urlRules(allowNetworks: readonly string[]): UrlRules {
  return { mayDial: addressGuard(allowNetworks), localNames: allowNetworks.length > 0 }
}

/**
 * Whether a webhook may have this address (spec 2.6, 7). `url` is the address in its normal form. Nothing is said of
 * where its name leads: that is decided when it is dialled, for a name may change.
 * @param options.allowNetworks CIDRs of the operator's own networks that webhooks may reach
 */
export function checkWebhookUrl(text: string, options: { allowNetworks: readonly string[] }): CheckedUrl {
  const read = readWebhookUrl(text, urlRules(options.allowNetworks))
  return read.ok ? { ok: true, url: read.url.href } : read
}

/** The same, for who dials it: every decision, and then the connection, is about this one parsed address. */
export function readWebhookUrl(text: string, rules: UrlRules): { ok: true; url: URL } | UrlRefusal {
  if (text.length > maxLength) return no('webhook_url_too_long', `It has ${text.length} characters.`)
  if (!URL.canParse(text)) {
    return no('webhook_url_invalid', 'Write it in full, like https://example.com/parley.')
  }
  const url = new URL(text)
  if (url.protocol !== 'https:') return no('webhook_url_not_https', `It begins with ${url.protocol}`)
  if (url.username !== '' || url.password !== '') {
    return no('webhook_url_credentials', 'Leave out what stands before the @.')
  }
  // `hash` is empty for a bare # as well.
  if (url.href.includes('#')) return no('webhook_url_fragment', 'Leave out the # and what follows.')
  const port = portOf(url)
  if (port !== 443 && (port < 1024 || foreignPorts.has(port))) {
    return no('webhook_url_port', `Port ${port} cannot be used.`)
  }
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const refusal = checkHost(bareHost(url), rules)
  if (refusal !== null) return refusal
  // Percent-encoding may have made it longer.
  if (url.href.length > maxLength) {
    return no('webhook_url_too_long', `Encoded it has ${url.href.length} characters.`)
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

function checkHost(host: string, rules: UrlRules): UrlRefusal | null {
  if (isIP(host) !== 0) {
    if (rules.mayDial(host)) return null
    return no('webhook_url_private', 'Parley sends only to addresses on the public internet.')
  }
  const labels = host.split('.')
  if (host.length > 253 || labels.some((label) => label.length === 0 || label.length > 63)) {
    return no('webhook_url_invalid', 'The name of the host cannot exist.')
  }
  if (rules.localNames) return null
  const suffix = localSuffixes.find((suffix) => host === suffix || host.endsWith(`.${suffix}`))
  if (suffix !== undefined) return no('webhook_url_local_name', `Names under .${suffix} are not public.`)
  if (labels.length === 1) return no('webhook_url_local_name', 'A public name has at least one dot.')
  return null
}

function no(code: ErrorCode, detail: string): UrlRefusal {
  return { ok: false, code, detail }
}
