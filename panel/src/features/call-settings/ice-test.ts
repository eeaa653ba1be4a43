import type { IceServer } from '@parley/protocol/call'
import { isRelay } from './ice-queries.ts'

/** One server address to test. */
export interface IceTarget {
  url: string
  kind: 'stun' | 'turn'
  transport: 'udp' | 'tcp' | 'tls'
  username?: string | undefined
  credential?: string | undefined
}

/**
 * works: `milliseconds` until the candidate arrived; `address`: the public address of this browser, if
 * known. refused: the relay accepts us but allocates no address. invalid: the browser cannot parse the URL.
 */
export type IceResult =
  | { name: 'works'; milliseconds: number; address: string | null }
  | { name: 'credentials' | 'unreachable' | 'refused' | 'invalid' | 'unsupported' }

/** Chromium gives up on an unresponsive server after about 10 s; other browsers may gather longer. */
const gatherTimeoutMs = 15_000

export function targetsOf(servers: readonly IceServer[]): IceTarget[] {
  return servers.flatMap(({ urls, username, credential }) =>
    urls.map((url) => ({
      url,
      kind: isRelay(url) ? ('turn' as const) : ('stun' as const),
      transport: transportOf(url),
      username,
      credential,
    })),
  )
}

/** RFC 7064 and 7065: `turns` is TLS, `?transport=tcp` TCP, everything else UDP. */
function transportOf(url: string): IceTarget['transport'] {
  if (/^(turns|stuns):/i.test(url)) return 'tls'
  return /[?&]transport=tcp\b/i.test(url) ? 'tcp' : 'udp'
}

/** Tests one server. */
export async function tryServer(target: IceTarget, signal: AbortSignal): Promise<IceResult> {
  if (!('RTCPeerConnection' in globalThis)) return { name: 'unsupported' }
  let connection: RTCPeerConnection
  try {
    connection = new RTCPeerConnection({
      iceServers: [serverOf(target)],
      ...(target.kind === 'turn' ? { iceTransportPolicy: 'relay' as const } : {}),
    })
  } catch {
    return { name: 'invalid' }
  }
  const began = performance.now()
  try {
    return await gather(connection, target.kind, began, signal)
  } finally {
    connection.close()
  }
}

const serverOf = ({ url, username, credential }: IceTarget): RTCIceServer => ({
  urls: [url],
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
})

function gather(
  connection: RTCPeerConnection,
  kind: IceTarget['kind'],
  began: number,
  signal: AbortSignal,
): Promise<IceResult> {
  const { promise, resolve } = Promise.withResolvers<IceResult>()
  const errors: number[] = []
  const wanted = kind === 'turn' ? 'relay' : 'srflx'

  const works = (address: string | null) =>
    resolve({ name: 'works', milliseconds: performance.now() - began, address })
  const end = () => {
    const failed = failureOf(errors)
    // A STUN server that returns an already known address yields neither a candidate nor an error.
    if (failed === null && kind === 'stun' && 'onicecandidateerror' in connection) works(null)
    else resolve({ name: failed ?? 'unreachable' })
  }
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate === null) end()
    else if (candidate.type === wanted) works(kind === 'stun' ? candidate.address : null)
  })
  connection.addEventListener('icecandidateerror', ({ errorCode }) => errors.push(errorCode))
  const timer = setTimeout(() => resolve({ name: failureOf(errors) ?? 'unreachable' }), gatherTimeoutMs)
  signal.addEventListener('abort', () => resolve({ name: 'unreachable' }), { once: true })

  connection.createDataChannel('test')
  connection
    .createOffer()
    .then((offer) => connection.setLocalDescription(offer))
    .catch(() => resolve({ name: 'invalid' }))
  return promise.finally(() => clearTimeout(timer))
}

/** Interprets STUN error codes (RFC 8489, RFC 8656) and the browser's own 701, most specific first. */
export function failureOf(codes: readonly number[]): 'credentials' | 'refused' | 'unreachable' | null {
  // 438 is a stale nonce, which the browser retries on its own.
  if (codes.some((code) => code === 401 || code === 403 || code === 441)) return 'credentials'
  if (codes.some((code) => code >= 300 && code < 700 && code !== 438)) return 'refused'
  return codes.length === 0 ? null : 'unreachable'
}
