import { subprotocol } from '@parley/protocol/rpc'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { once } from 'node:events'
import WebSocket from 'ws'

interface Frame {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { data: { code: string } }
}

/** A minimal socket client, so that the benchmark does not measure itself. */
export interface Wire {
  request<T>(method: string, params: object): Promise<T>
  /** Sends without a promise; the response goes to `onAnswer`. */
  post(method: string, params: object): number
  onAnswer: (id: number, error: string | null) => void
  onNotification: (method: string, params: unknown) => void
  close(): void
}

/** `onNotification` is set from the start: the server's first frame may arrive with the upgrade response. */
export async function openWire(
  url: string,
  headers: Record<string, string>,
  onNotification: Wire['onNotification'] = () => {},
): Promise<Wire> {
  const socket = new WebSocket(url, [subprotocol], { headers, perMessageDeflate: false })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let nextId = 1
  const wire: Wire = {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(wire.post(method, params), { resolve, reject })
      }),
    post(method, params) {
      const id = nextId++
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return id
    },
    onAnswer: () => {},
    onNotification,
    close: () => socket.terminate(),
  }
  socket.on('message', (data: Buffer) => {
    if (data.subarray(27, 41).equals(inboxRows)) return
    const frame = JSON.parse(data.toString()) as Frame
    if (frame.method === 'ping') socket.send('{"jsonrpc":"2.0","method":"pong"}')
    if (frame.method !== undefined) return wire.onNotification(frame.method, frame.params)
    const id = frame.id ?? 0
    const request = waiting.get(id)
    waiting.delete(id)
    if (!request) return wire.onAnswer(id, frame.error?.data.code ?? null)
    if (frame.error) request.reject(new Error(frame.error.data.code))
    else request.resolve(frame.result as never)
  })
  await once(socket, 'open')
  return wire
}

/** After `{"jsonrpc":"2.0","method":"`: frames that only agents' machines would parse. */
const inboxRows = Buffer.from('inbox.changed"')

interface Key {
  sign(nonce: string, htu: string): Promise<string>
  jkt: string
}

async function newKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return {
    jkt: await calculateJwkThumbprint(jwk),
    sign: (nonce, htu) =>
      new SignJWT({ jti: crypto.randomUUID(), iat: Math.floor(Date.now() / 1000), nonce, htm: 'GET', htu })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
        .sign(privateKey),
  }
}

/**
 * Opens a widget's socket and connects it with a proof.
 * @param address the client address (X-Forwarded-For), for a service that trusts this proxy
 */
export async function openVisitor(base: string, providerId: string, address?: string): Promise<Wire> {
  const key = await newKey()
  const challenge = Promise.withResolvers<string>()
  const wire = await openWire(
    `${base.replace('http', 'ws')}/v1/public/socket`,
    { origin: base, ...(address !== undefined && { 'x-forwarded-for': address }) },
    (method, params) => {
      if (method === 'challenge') challenge.resolve((params as { nonce: string }).nonce)
    },
  )
  const proof = await key.sign(await challenge.promise, `${base}/v1/public/socket`)
  await wire.request('connect', { provider_id: providerId, proof })
  wire.onNotification = () => {}
  return wire
}
