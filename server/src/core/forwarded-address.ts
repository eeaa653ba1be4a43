import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Whom the operator trusts to say who is behind them: nobody, so many proxies, or these addresses and networks. */
export type TrustProxy = false | number | string[]

type Request = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

export interface Forwarded {
  /** The client's address, as Fastify's `request.ip` has it; for requests that never reach Fastify. */
  address: string
  /** Whether a trusted proxy handed this request on, so that its headers are the proxy's word. */
  byProxy: boolean
}

/** Reads X-Forwarded-For from its end, as far as the senders are trusted. */
export function createForwardedReader(trustProxy: TrustProxy): (request: Request) => Forwarded {
  const networks = new BlockList()
  for (const network of Array.isArray(trustProxy) ? trustProxy : []) addNetwork(networks, network)
  const trusts = (address: string, hop: number) =>
    typeof trustProxy === 'number' ? hop < trustProxy : contains(networks, address)
  return ({ headers, socket }) => {
    const list = headers['x-forwarded-for']
    const named = (Array.isArray(list) ? list.join() : (list ?? '')).split(',').map((entry) => entry.trim())
    const senders = [socket.remoteAddress ?? '', ...named.toReversed().filter((entry) => entry !== '')]
    let hop = 0
    while (hop < senders.length - 1 && trusts(plainAddress(senders[hop] ?? ''), hop)) hop += 1
    return {
      address: plainAddress(senders[hop] ?? ''),
      byProxy: trusts(plainAddress(senders[0] ?? ''), 0),
    }
  }
}

/** An IPv4 address that came over an IPv6 socket is still one. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

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
