import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { plainAddress } from './client-network.ts'

/** Trusted proxies: none, a number of hops, or these addresses and networks. */
export type TrustProxy = false | number | string[]

type Request = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

export interface Forwarded {
  /** What Fastify's `request.ip` would be, without a port, for requests that do not reach Fastify (upgrades). */
  address: string
  /** Whether the request came through a trusted proxy, which sets its headers. */
  byProxy: boolean
}

/** Returns whether a sender, this many hops away, is a trusted proxy; as Fastify takes it. */
export function createTrust(trustProxy: TrustProxy): (address: string | undefined, hop: number) => boolean {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  const networks = new BlockList()
  for (const network of trustProxy === false ? [] : trustProxy) addNetwork(networks, network)
  // A socket that has closed has no address any more.
  return (address = '') => contains(networks, plainAddress(address))
}

/** Reads X-Forwarded-For from its end as long as the senders are trusted. */
export function createForwardedReader(trustProxy: TrustProxy): (request: Request) => Forwarded {
  const trusts = createTrust(trustProxy)
  return ({ headers, socket }) => {
    const list = headers['x-forwarded-for']
    const named = (Array.isArray(list) ? list.join() : (list ?? '')).split(',').map((entry) => entry.trim())
    const senders = [socket.remoteAddress ?? '', ...named.toReversed().filter((entry) => entry !== '')]
    let hop = 0
    while (hop < senders.length - 1 && trusts(senders[hop] ?? '', hop)) hop += 1
    return {
      address: plainAddress(senders[hop] ?? ''),
      byProxy: trusts(senders[0] ?? '', 0),
    }
  }
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. */
export function addNetwork(list: BlockList, network: string): void {
  const [address = '', length] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  list.addSubnet(address, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family)
}

export function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
