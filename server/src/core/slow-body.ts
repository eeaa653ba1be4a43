import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { AppError } from './app-error.ts'

/** A JSON body has at most 64 KB: 60 s suffice on any network that can load the page. */
const bodyTimeoutMs = 60_000
/** A streamed body without a byte in this interval is aborted. */
const stallTimeoutMs = 30_000
/** Bounds the duration of a streamed body: slower senders only hold a connection. */
const minBytesPerSecond = 16 * 1024

/**
 * Answers `request_timeout` when a body that is parsed before the handler does not arrive in time. One that was answered
 * before it arrived loses its connection.
 */
export function boundBody({ raw }: FastifyRequest, reply: FastifyReply, timeoutMs = bodyTimeoutMs): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || (length === '0' && encoding === undefined)) return
  const timer = setTimeout(() => {
    if (raw.complete || raw.socket.destroyed) return
    // Fastify's parser listens while it reads, and answers with this error.
    if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('request_timeout'))
    else raw.destroy()
  }, timeoutMs)
  timer.unref()
  raw.once('end', () => clearTimeout(timer))
}

/** Aborts a streamed body that stalls or is too slow, also after it was answered. */
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
