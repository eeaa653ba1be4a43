import { isIPv6 } from 'node:net'

/**
 * Rate-limit key of a client: its IPv4 address or the /64 of its IPv6 address, because a client usually controls
 * the whole /64.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const start = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - start.length - (tail === '' ? 0 : tail.split(':').length)
  const groups = [...start, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16))
  return `${network.join(':')}::/64`
}
