import { BlockList, isIP } from 'node:net'

/**
 * Allowed addresses (spec 7). IPv4: all except special-purpose ranges. IPv6: only global unicast (2000::/3) except special-
 * purpose ranges, which excludes every form that embeds another address (mapped, translated, compatible, tunnels) and all local
 * ranges. Source: the IANA special-purpose address registries.
 */
const special4 = [
  '0.0.0.0/8', // this network; 0.0.0.0 reaches loopback
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; one cloud's metadata service is here
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's platform address, the same in every tenant's network
  '169.254.0.0/16', // link-local; most clouds' metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

const global6 = ['2000::/3']
const special6 = [
  '2001::/23', // Teredo, benchmarking, ORCHID, and IANA protocol assignments
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

/** Returns whether connections to this address are allowed. False for anything but a plain address, such as one with a zone. */
export type MayDial = (address: string) => boolean

/**
 * @param allowNetworks CIDRs or addresses of the operator's own networks, allowed in addition
 * @throws if one of them is not a network
 */
export function addressGuard(allowNetworks: readonly string[]): MayDial {
  const allowed4 = toBlockList(allowNetworks.filter((network) => !network.includes(':')))
  const allowed6 = toBlockList(allowNetworks.filter((network) => network.includes(':')))
  return (address) => {
    // BlockList ignores zones: fe80::1%eth0 would be checked as fe80::1.
    if (address.includes('%')) return false
    // One list per family: BlockList would match ::ffff:10.0.0.1 with a rule for 10.0.0.0/8.
    switch (isIP(address)) {
      case 4:
        return !refused4.check(address, 'ipv4') || allowed4.check(address, 'ipv4')
      case 6:
        return (
          (public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')) ||
          allowed6.check(address, 'ipv6')
        )
      default:
        return false
    }
  }
}

function toBlockList(list: readonly string[]): BlockList {
  const found = new BlockList()
  for (const network of list) {
    const [address = '', length] = network.split('/')
    const family = isIP(address)
    if (family === 0) throw new Error(`${network} is not a network`)
    found.addSubnet(
      address,
      length === undefined ? (family === 4 ? 32 : 128) : Number(length),
      family === 4 ? 'ipv4' : 'ipv6',
    )
  }
  return found
}

const refused4 = toBlockList(special4)
const public6 = toBlockList(global6)
const refused6 = toBlockList(special6)
