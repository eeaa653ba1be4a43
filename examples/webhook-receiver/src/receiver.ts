import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@parley/node'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Inbox } from './inbox.ts'
import type { Worked } from './work.ts'

/** Far above any event. What is larger is not read to its end. */
const mostBytes = 256 * 1024

export interface ReceiverOptions {
  /** The webhook's, or the old and the new one while you change it. */
  secret: string | readonly string[]
  inbox: Inbox
  /** What to do with an event, after it was answered. Throws: it stays in the inbox for another try. resend: until it comes again. */
  work: (event: WebhookEvent) => Promise<Worked>
  log: (line: string) => void
  /** To end TLS itself, with PEM texts. Without it something in front does. */
  tls?: { cert: string; key: string }
}

/**
 * Receives webhooks: verifies the raw body, keeps the event, answers, and works after that. Whatever goes wrong before
 * the event is kept is answered with an error, so that it is delivered again. What is open from before is worked on
 * as soon as it listens.
 */
export function createReceiver(options: ReceiverOptions): Server {
  const { inbox, log } = options
  let working = false
  let again = false
  // By id, as they were tried: one that comes again with another link is tried again, and each start tries all once more.
  const waiting = new Map<string, string>()

  /** One event after the other, until nothing new is there. */
  async function workOnOpen(): Promise<void> {
    again = true
    if (working) return
    working = true
    while (again) {
      again = false
      for (const event of inbox.open())
        if (waiting.get(event.event_id) !== JSON.stringify(event)) await workOn(event)
    }
    working = false
  }

  async function workOn(event: WebhookEvent): Promise<void> {
    try {
      if ((await options.work(event)) === 'done') {
        inbox.done(event.event_id)
        waiting.delete(event.event_id)
        return
      }
      waiting.set(event.event_id, JSON.stringify(event))
      log(`${event.type} ${event.event_id} waits for you to resend it`)
    } catch (error) {
      log(`${event.type} ${event.event_id} is to be tried again: ${String(error)}`)
    }
  }

  async function receive(request: IncomingMessage): Promise<{ status: number; text: string }> {
    if (request.method !== 'POST') return { status: 405, text: 'POST only' }
    const body = await readBody(request)
    if (body === null) return { status: 413, text: 'too large' }
    let event: WebhookEvent
    try {
      event = verifyWebhook(request.headers, body, options.secret)
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      log(`refused: ${error.code}`)
      return { status: error.code === 'body_malformed' ? 400 : 401, text: error.code }
    }
    return { status: 200, text: inbox.keep(event) ? 'kept' : 'known already' }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, text } = await receive(request).catch((error: unknown) => {
      log(`failed: ${String(error)}`)
      return { status: 500, text: 'try again' }
    })
    // What is left of a body that was too large is not waited for.
    if (status === 413) response.setHeader('connection', 'close')
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (status === 200) await workOnOpen()
  }

  // With the patience of Parley itself: it sends for no longer than ten seconds.
  const patience = { requestTimeout: 10_000, headersTimeout: 10_000 }
  const server = options.tls ? createTlsServer({ ...patience, ...options.tls }) : createServer(patience)
  server.on('request', (request, response) => void answer(request, response))
  server.on('listening', () => void workOnOpen())
  return server
}

/** The bytes as they came; null when there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
