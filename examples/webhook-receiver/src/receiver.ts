import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@parley/node'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Inbox } from './inbox.ts'
import type { WorkResult } from './work.ts'

/** Links in events expire after 24 hours, so failed work cannot wait for the next event. */
const retryDelayMs = 60_000

/** Far above the size of any event. Larger bodies are rejected before their end. */
const maxBodyBytes = 256 * 1024

export interface ReceiverOptions {
  /** The webhook's secret, or those of several webhooks with this URL. */
  secret: string | readonly string[]
  inbox: Inbox
  /** Processes an event after the response. If it throws, the event is retried after a minute; after 'resend', once it is delivered again. */
  work: (event: WebhookEvent) => Promise<WorkResult>
  log: (line: string) => void
  /** PEM certificate and key to terminate TLS. Without them, a proxy does. */
  tls?: { cert: string; key: string }
}

/**
 * Receives webhooks: verifies the raw body, stores the event, responds, and processes it afterwards. If anything fails before
 * the event is stored, the response is an error, so that it is delivered again. Unfinished events are processed when the
 * server starts listening.
 */
export function createReceiver(options: ReceiverOptions): Server {
  const { inbox, log } = options
  let working = false
  let again = false
  // Events that wait for a resend, by id: retried if they arrive with another link, and once after each start.
  const waiting = new Map<string, string>()
  let retry: NodeJS.Timeout | undefined

  /** Processes events one by one until there are no new ones. */
  async function workOnOpen(): Promise<void> {
    again = true
    if (working) return
    working = true
    try {
      while (again) {
        again = false
        for (const event of inbox.open())
          if (waiting.get(event.event_id) !== JSON.stringify(event)) await workOn(event)
      }
    } catch (error) {
      log(`the inbox cannot be read: ${String(error)}`)
      retryLater()
    }
    working = false
  }

  /** Not while the server is closing: the inbox may be closed next. */
  function retryLater(): void {
    if (retry !== undefined || !server.listening) return
    retry = setTimeout(() => {
      retry = undefined
      void workOnOpen()
    }, retryDelayMs).unref()
  }

  async function workOn(event: WebhookEvent): Promise<void> {
    try {
      if ((await options.work(event)) === 'done') {
        inbox.done(event.event_id)
        waiting.delete(event.event_id)
        return
      }
      waiting.set(event.event_id, JSON.stringify(event))
      log(`${event.type} ${event.event_id} waits for a manual resend`)
    } catch (error) {
      log(`${event.type} ${event.event_id} will be retried: ${String(error)}`)
      retryLater()
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
      log(`rejected: ${error.code}`)
      return { status: error.code === 'body_malformed' ? 400 : 401, text: error.code }
    }
    return { status: 200, text: inbox.keep(event) ? 'stored' : 'duplicate' }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, text } = await receive(request).catch((error: unknown) => {
      log(`failed: ${String(error)}`)
      return { status: 500, text: 'try again' }
    })
    // Do not wait for the rest of a body that is too large.
    if (status === 413) response.setHeader('connection', 'close')
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (status === 200) await workOnOpen()
  }

  // Parley aborts an attempt after ten seconds.
  const timeouts = { requestTimeout: 10_000, headersTimeout: 10_000 }
  const server = options.tls ? createTlsServer({ ...timeouts, ...options.tls }) : createServer(timeouts)
  server.on('request', (request, response) => void answer(request, response))
  server.on('listening', () => void workOnOpen())
  server.on('close', () => {
    clearTimeout(retry)
    retry = undefined
  })
  return server
}

/** The raw body; null if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
