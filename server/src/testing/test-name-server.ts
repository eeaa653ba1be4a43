import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** Response for a name: addresses of both families, or a failure. */
export type NameRecord = { addresses: string[]; ttl?: number } | 'silence' | 'not_found' | 'server_failure'

/** A fixed record, or a function of the query type (`A` or `AAAA`). */
type Told = NameRecord | ((type: string) => NameRecord)

export interface TestNameServer {
  /** Format of `Resolver.setServers`. */
  address: string
  /** Records by name in lower case; may be changed at any time. Other names do not exist. */
  names: Map<string, Told>
  /** Queries in order, such as `A shop.test`. */
  asked: string[]
  stop(): Promise<void>
}

const types = new Map([
  [1, 'A'],
  [28, 'AAAA'],
])

/** Starts a name server on loopback (wire format: RFC 1035). */
export async function startTestNameServer(): Promise<TestNameServer> {
  const socket = createSocket('udp4')
  const server: TestNameServer = {
    address: '',
    names: new Map(),
    asked: [],
    async stop() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    server.asked.push(`${types.get(type) ?? type} ${name}`)
    const told = server.names.get(name) ?? 'not_found'
    const record = typeof told === 'function' ? told(types.get(type) ?? '') : told
    if (record === 'silence') return
    socket.send(answer(query.subarray(0, end), type, record), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answer(question: Buffer, type: number, record: Exclude<NameRecord, 'silence'>): Buffer {
  const found = typeof record === 'string' ? { addresses: [], ttl: 0 } : record
  const addresses = found.addresses.filter((address) => isIPv4(address) === (type === 1))
  const reply = Buffer.from(question)
  const codes = { not_found: 3, server_failure: 2 }
  reply.writeUInt16BE(0x81_80 | (typeof record === 'string' ? codes[record] : 0), 2)
  reply.writeUInt16BE(addresses.length, 6)
  reply.writeUInt32BE(0, 8)
  return Buffer.concat([
    reply,
    ...addresses.map((address) => {
      const bytes = addressBytes(address)
      const head = Buffer.alloc(12)
      // A pointer to the name in the question, class IN.
      head.writeUInt16BE(0xc0_0c, 0)
      head.writeUInt16BE(type, 2)
      head.writeUInt16BE(1, 4)
      head.writeUInt32BE(found.ttl ?? 0, 6)
      head.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([head, bytes])
    }),
  ])
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [left = '', right] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [before, after] = [groups(left), groups(right)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
