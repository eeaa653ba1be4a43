import { createServer, type TLSSocket } from 'node:tls'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { answerCommands, preciseNow } from './program.ts'
import type { Arrivals, ReceiversInput } from './receivers.ts'

/** Minimal endpoints over real TLS: requests are split by length, and every 100th is kept. */

let arrivals: Arrivals = { endpoints: [], ids: [], times: [], samples: [] }
let wanted: { count: number; tell: () => void } | null = null

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

async function open({ count, cert, key }: ReceiversInput): Promise<number[]> {
  const ports: number[] = []
  for (let endpoint = 0; endpoint < count; endpoint++) {
    const server = createServer({ cert, key }, (socket) => receive(socket, endpoint))
    server.on('tlsClientError', () => {})
    server.listen(0, '127.0.0.1', 4096)
    await once(server, 'listening')
    ports.push((server.address() as AddressInfo).port)
  }
  return ports
}

function receive(socket: TLSSocket, endpoint: number): void {
  socket.on('error', () => {})
  let rest: Buffer | null = null
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const headEnd = bytes.indexOf('\r\n\r\n')
      if (headEnd === -1) break
      const head = bytes.toString('latin1', 0, headEnd)
      const length = headEnd + 4 + Number(field(head.toLowerCase(), 'content-length'))
      if (bytes.length < length) break
      const id = field(head, 'webhook-id')
      arrivals.endpoints.push(endpoint)
      arrivals.ids.push(id)
      arrivals.times.push(preciseNow())
      if (arrivals.ids.length % 100 === 0) {
        arrivals.samples.push({ endpoint, head, body: Buffer.from(bytes.subarray(headEnd + 4, length)) })
      }
      if (!head.startsWith('POST /hang')) socket.write(answer)
      if (wanted !== null && arrivals.ids.length >= wanted.count) wanted.tell()
      bytes = bytes.subarray(length)
    }
    rest = bytes.length > 0 ? bytes : null
  })
}

/** Value of a header; the name is case-sensitive. */
function field(head: string, name: string): string {
  const start = head.indexOf(`${name}: `) + name.length + 2
  const end = head.indexOf('\r\n', start)
  return end === -1 ? head.slice(start) : head.slice(start, end)
}

answerCommands({
  open,
  reset() {
    arrivals = { endpoints: [], ids: [], times: [], samples: [] }
  },
  report: () => arrivals,
  arrived(count: number) {
    if (arrivals.ids.length >= count) return null
    return new Promise<void>((tell) => (wanted = { count, tell }))
  },
})
