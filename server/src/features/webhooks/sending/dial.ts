import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/cache.ts'
import { isIP } from 'node:net'
import { connect, type SecureContext, type TLSSocket } from 'node:tls'
import type { Deadline } from './deadline.ts'
import type { Resolve } from './resolver.ts'
import { systemTimer, type StartTimer } from './timer.ts'
import { bareHost, portOf, type UrlRules } from './webhook-url.ts'

export type Dialled =
  | { kind: 'connected'; socket: TLSSocket }
  /** An address is not allowed; no packet was sent. */
  | { kind: 'refused' }
  | { kind: 'unknown_name' | 'no_name_server' }
  | { kind: 'failed'; error: Error }
  /** The deadline expired first. */
  | { kind: 'timed_out'; during: 'lookup' | 'connecting' }

export interface Dialler {
  dial(url: URL, tenant: string, deadline: Deadline): Promise<Dialled>
}

/** Connect timeout of an address if there is another one to try. */
const connectTimeoutMs = 1000
/** Addresses tried per name. More would not fit into 10 s, and each is a connection attempt to a third-party host. */
const maxAddresses = 6
/**
 * TLS session cache: resumption is cheaper for both sides. Limited in time, because a resumed session does not verify a new
 * certificate.
 */
const maxSessions = 1000
const sessionTtlMs = 600_000

/**
 * Opens TLS connections (1.2 or newer, certificate and name always verified) to checked addresses only. One address that is not
 * allowed refuses all addresses of the name. Connects to the checked address, never to the name, so a DNS change cannot bypass
 * the check. Ignores proxy settings of the environment.
 */
export function createDialler(options: {
  rules: UrlRules
  resolve: Resolve
  secureContext: SecureContext
  timer?: StartTimer
}): Dialler {
  const { rules, resolve, secureContext, timer = systemTimer } = options
  const sessions = new LRUCache<string, Buffer>({ ...atMost(maxSessions), ttl: sessionTtlMs })

  function open(url: URL, address: string, isLast: boolean, deadline: Deadline): Promise<Opened> {
    const { promise, resolve } = Promise.withResolvers<Opened>()
    const host = bareHost(url)
    const session = sessions.get(url.origin)
    const socket = connect({
      // An IP address, so neither Node nor the system does a lookup.
      host: address,
      port: portOf(url),
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      secureContext,
      // Set explicitly so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
      rejectUnauthorized: true,
      ...(session !== undefined && { session }),
    })
    let connected = false
    const stopWaiting = isLast ? () => {} : timer(connectTimeoutMs, () => socket.destroy(new Error('slow')))
    deadline.onExpired = () => socket.destroy()
    // Stays attached: an error without a listener would crash the process.
    socket.on('error', (error) => resolve({ kind: connected ? 'bad_tls' : 'unreachable', error }))
    socket.on('close', () => {
      resolve({
        kind: connected ? 'bad_tls' : 'unreachable',
        error: Object.assign(new Error('closed'), { code: 'ECONNRESET' }),
      })
    })
    socket.on('session', (session) => sessions.set(url.origin, session))
    socket.once('connect', () => {
      connected = true
      stopWaiting()
    })
    socket.once('secureConnect', () => {
      socket.disableRenegotiation()
      resolve({ kind: 'connected', socket })
    })
    return promise.finally(stopWaiting)
  }

  return {
    async dial(url, tenant, deadline) {
      const host = bareHost(url)
      const found =
        isIP(host) === 0
          ? await beforeDeadline(resolve(host, tenant), deadline)
          : { ok: true as const, addresses: [host] }
      if (found === null) return { kind: 'timed_out', during: 'lookup' }
      if (!found.ok) return { kind: found.reason === 'not_found' ? 'unknown_name' : 'no_name_server' }
      if (found.addresses.length === 0) return { kind: 'unknown_name' }
      if (!found.addresses.every(rules.mayDial)) return { kind: 'refused' }

      const addresses = interleaveFamilies(found.addresses).slice(0, maxAddresses)
      let error = new Error('no address')
      for (const [index, address] of addresses.entries()) {
        const opened = await open(url, address, index === addresses.length - 1, deadline)
        if (deadline.expired) {
          if (opened.kind === 'connected') opened.socket.destroy()
          return { kind: 'timed_out', during: 'connecting' }
        }
        if (opened.kind === 'connected') {
          // Defense in depth: no event is sent if the remote address is not allowed.
          if (rules.mayDial(opened.socket.remoteAddress ?? '')) return opened
          opened.socket.destroy()
          return { kind: 'refused' }
        }
        error = opened.error
        if (opened.kind === 'bad_tls') break
      }
      return { kind: 'failed', error }
    },
  }
}

type Opened = { kind: 'connected'; socket: TLSSocket } | { kind: 'unreachable' | 'bad_tls'; error: Error }

/** Alternates IPv4 and IPv6, so that the second attempt uses the other family if one does not work. */
function interleaveFamilies(addresses: readonly string[]): string[] {
  const v4 = addresses.filter((address) => isIP(address) === 4)
  const v6 = addresses.filter((address) => isIP(address) === 6)
  return Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]])
    .flat()
    .filter((address) => address !== undefined)
}

/** Resolves with null if the deadline expires first. */
function beforeDeadline<T>(promise: Promise<T>, deadline: Deadline): Promise<T | null> {
  const { promise: expired, resolve } = Promise.withResolvers<null>()
  deadline.onExpired = () => resolve(null)
  return Promise.race([promise, expired])
}
