import { LRUCache } from 'lru-cache'
import { isIP } from 'node:net'
import { connect, type SecureContext, type TLSSocket } from 'node:tls'
import type { Deadline } from './deadline.ts'
import type { Resolve } from './resolver.ts'
import { systemTimer, type StartTimer } from './timer.ts'
import { bareHost, portOf, type UrlRules } from './webhook-url.ts'

export type Dialled =
  | { kind: 'connected'; socket: TLSSocket }
  /** An address that may not be dialled: no packet left. */
  | { kind: 'refused' }
  | { kind: 'unknown_name' | 'no_name_server' }
  | { kind: 'failed'; error: Error }
  /** The deadline came first. */
  | { kind: 'given_up'; during: 'lookup' | 'connecting' }

export interface Dialler {
  dial(url: URL, tenant: string, deadline: Deadline): Promise<Dialled>
}

/** How long one address may take to accept while there is another one to try, in milliseconds. */
const patience = 1000
/** A name may have more; nobody needs them within 10 s, and each is a knock at somebody's door. */
const mostAddresses = 6
/** Resuming a TLS session costs both sides less. Bounded in time: a resumed session does not see a new certificate. */
const maxSessions = 1000
const sessionTtlMs = 600_000

/**
 * Opens TLS connections (1.2 or newer, certificate and name always verified) to addresses that were judged one by one:
 * a single bad one among the answers for a name refuses them all, and what is dialled is the judged address itself,
 * never the name, so nothing can change in between. Reads no proxy from the environment.
 */
export function createDialler(options: {
  rules: UrlRules
  resolve: Resolve
  secureContext: SecureContext
  timer?: StartTimer
}): Dialler {
  const { rules, resolve, secureContext, timer = systemTimer } = options
  const sessions = new LRUCache<string, Buffer>({ max: maxSessions, ttl: sessionTtlMs })

  function open(url: URL, address: string, patient: boolean, deadline: Deadline): Promise<Opened> {
    const { promise, resolve } = Promise.withResolvers<Opened>()
    const host = bareHost(url)
    const session = sessions.get(url.origin)
    const socket = connect({
      // A literal: neither Node nor the system looks anything up.
      host: address,
      port: portOf(url),
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      secureContext,
      // Said here, NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment has no say.
      rejectUnauthorized: true,
      ...(session !== undefined && { session }),
    })
    let connected = false
    const stopWaiting = patient ? () => {} : timer(patience, () => socket.destroy(new Error('slow')))
    deadline.whenOver = () => socket.destroy()
    // Stays for the life of the socket: an error without a listener would end the process.
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
      if (found === null) return { kind: 'given_up', during: 'lookup' }
      if (!found.ok) return { kind: found.reason === 'not_found' ? 'unknown_name' : 'no_name_server' }
      if (found.addresses.length === 0) return { kind: 'unknown_name' }
      if (!found.addresses.every(rules.mayDial)) return { kind: 'refused' }

      const addresses = inTurns(found.addresses).slice(0, mostAddresses)
      let error = new Error('no address')
      for (const [index, address] of addresses.entries()) {
        const opened = await open(url, address, index === addresses.length - 1, deadline)
        if (deadline.over) {
          if (opened.kind === 'connected') opened.socket.destroy()
          return { kind: 'given_up', during: 'connecting' }
        }
        if (opened.kind === 'connected') {
          // Cannot differ from what was dialled; if it ever does, nothing of the event goes there.
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

/** One IPv4, one IPv6, and so on: when one family leads nowhere, the second try is of the other one. */
function inTurns(addresses: readonly string[]): string[] {
  const v4 = addresses.filter((address) => isIP(address) === 4)
  const v6 = addresses.filter((address) => isIP(address) === 6)
  return Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]])
    .flat()
    .filter((address) => address !== undefined)
}

/** null when the deadline comes first. */
function beforeDeadline<T>(promise: Promise<T>, deadline: Deadline): Promise<T | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>()
  deadline.whenOver = () => resolve(null)
  return Promise.race([promise, over])
}
