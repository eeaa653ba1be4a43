import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { natsTransport, type NatsSettings } from '../core/bus/nats-transport.ts'

const timeoutMs = 5000

export type Address = { host: string; port: number; transport: 'udp' | 'tcp' | 'tls' }

/** Parses a STUN or TURN URI (RFC 7064, RFC 7065). */
export function parseIceUrl(url: string): Address {
  const [, scheme = '', rest = ''] = /^(stuns?|turns?):([^?]+)/i.exec(url) ?? []
  const [, host = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(rest) ?? []
  const secure = scheme.toLowerCase().endsWith('s')
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port ?? (secure ? 5349 : 3478)),
    transport: secure ? 'tls' : /transport=tcp/i.test(url) ? 'tcp' : 'udp',
  }
}

/**
 * Sends a STUN binding request (RFC 8489), to which TURN servers respond, too.
 * @throws Error with the reason when no response arrives within five seconds
 */
export async function askStun(address: Address): Promise<void> {
  const id = randomBytes(12)
  const request = Buffer.concat([Buffer.from([0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]), id])
  const response =
    address.transport === 'udp' ? await askByUdp(address, request) : await askByTcp(address, request)
  if (response.length < 20 || !response.subarray(8, 20).equals(id)) throw new Error('no STUN response')
}

function askByUdp({ host, port }: Address, request: Buffer): Promise<Buffer> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4')
  return withTimeout(
    (resolve, reject) => {
      socket.once('message', resolve)
      socket.once('error', reject)
      socket.send(request, port, host, (error) => error && reject(error))
    },
    () => socket.close(),
  )
}

/** Opens a connection, sends `request` if given, and resolves with the first bytes. SMTP servers send first. */
export function askByTcp({ host, port, transport }: Address, request?: Buffer): Promise<Buffer> {
  const socket: Socket =
    transport === 'tls'
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host, port })
  return withTimeout(
    (resolve, reject) => {
      socket.once('data', resolve)
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('the connection was closed')))
      if (request !== undefined) socket.write(request)
    },
    () => socket.destroy(),
  )
}

/**
 * Connects as the service does, with the login, and tries the permissions for `subject`.
 * @throws Error with the reason when the server does not accept this within five seconds
 */
export async function askNats(settings: NatsSettings, subject: string): Promise<void> {
  const connected = Promise.withResolvers<void>()
  const transport = natsTransport({ settings, subject })({
    onFrame: () => {},
    onConnected: connected.resolve,
    onGap: () => {},
    onDisconnected: (reason) => connected.reject(new Error(reason)),
  })
  await withTimeout<void>(
    (resolve, reject) => void connected.promise.then(resolve, reject),
    () => void transport.close(),
  )
}

async function withTimeout<Result>(
  begin: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
  close: () => void,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer within 5 s')), timeoutMs)
      begin(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    close()
  }
}
