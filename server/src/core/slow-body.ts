import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { AppError } from './app-error.ts'

/** A JSON body has at most 64 KB: 60 s are enough on any network that can load the page. */
const bodyTimeoutMs = 60_000
/** A streamed body without a byte in this interval is aborted. */
const stallTimeoutMs = 30_000
/** Bounds the duration of a streamed body: slower senders only hold a connection. */
const minBytesPerSecond = 16 * 1024

/**
 * Responds with `request_timeout` when a body that is parsed before the handler does not arrive in time. If the response was
 * already sent, closes the connection instead.
 */
export function boundBody({ raw }: FastifyRequest, reply: FastifyReply, timeoutMs = bodyTimeoutMs): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || (length === '0' && encoding === undefined)) return
  const timer = setTimeout(() => {
    if (raw.complete || raw.socket.destroyed) return
    // While it reads, Fastify's parser handles this error and sends the response.
    if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('request_timeout'))
    else raw.destroy()
  }, timeoutMs)
  timer.unref()
  raw.once('end', () => clearTimeout(timer))
}

/** Aborts a streamed body that stalls or is too slow, even after the response was sent. */
export function abortWhenSlow(request: IncomingMessage, maxBytes: number): void {
  const { socket } = request
  let lastBytesRead = socket.bytesRead
  let checksLeft = Math.ceil(maxBytes / minBytesPerSecond / (stallTimeoutMs / 1000)) + 1
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    checksLeft -= 1
    if (socket.bytesRead === lastBytesRead || checksLeft === 0) request.destroy()
    lastBytesRead = socket.bytesRead
  }, stallTimeoutMs)
  timer.unref()
}
