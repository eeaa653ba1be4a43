import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'

/** A request that the receiver got. */
export interface ReceivedWebhook {
  path: string
  headers: Record<string, string>
  body: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface WebhookReceiver {
  /** URL of a path that Parley may call. */
  url(path: string): string
  /** Response to all further requests; reset to 204 for each test. */
  answer(answer: Answer): void
  /** Requests to a path in this test. */
  requests(path: string): ReceivedWebhook[]
  /** Resolves with the n-th request (from 1) once it has arrived. */
  received(path: string, count: number): Promise<ReceivedWebhook>
}

/** An organization's server: HTTPS on loopback, with a certificate that the service trusts. */
export function useWebhookReceiver(): WebhookReceiver {
  const arrivals = new EventEmitter()
  let all: ReceivedWebhook[] = []
  let answer: Answer = { status: 204 }
  let port = 0
  const server = createServer(inject('receiverCertificate'), (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      all.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answer.status, answer.headers).end(answer.body)
      arrivals.emit('arrival')
    })
  })
  const requests = (path: string) => all.filter((request) => request.path === path)

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
  })
  afterEach(() => {
    all = []
    answer = { status: 204 }
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  return {
    url: (path) => `https://127.0.0.1:${port}${path}`,
    answer: (next) => void (answer = next),
    requests,
    async received(path, count) {
      for (;;) {
        const request = requests(path)[count - 1]
        if (request) return request
        await once(arrivals, 'arrival')
      }
    },
  }
}

/**
 * Returns the event if it is signed with this secret.
 * @throws if the official library rejects the signature
 */
export const verified = ({ body, headers }: ReceivedWebhook, secret: string) =>
  new Webhook(secret).verify(body, headers) as {
    event_id: string
    type: string
    timestamp: string
    data: Record<string, unknown>
  }
