import { isIPv4, isIPv6 } from 'node:net'

/**
 * Unwraps IPv4-mapped IPv6 addresses, and removes the port and the brackets that some proxies put into X-Forwarded-For. Returns anything else
 * unchanged.
 */
export function plainAddress(address: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d{1,5})?$/.exec(address) ?? []
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(address) ?? []
  if (beforePort !== undefined) return isIPv4(beforePort) ? beforePort : address
  if (bracketed !== undefined && !isIPv6(bracketed)) return address
  return (bracketed ?? address).replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * Rate-limit key of a client: its IPv4 address or the /64 of its IPv6 address, because a client usually controls
 * the whole /64.
 */
export function clientNetwork(address: string): string {
  const unwrapped = plainAddress(address)
  const [plain = ''] = unwrapped.split('%')
  if (!isIPv6(plain)) return unwrapped
  const [head = '', tail] = plain.split('::')
  const start = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - start.length - (tail === '' ? 0 : tail.split(':').length)
  const groups = [...start, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16))
  return `${network.join(':')}::/64`
}
