import { TypeBoxValidatorCompiler, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { errorCodes, type ErrorCode, type Problem } from '@parley/protocol/error'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from './app-error.ts'
import { isUnstorableText } from './database.ts'
import type { Logger } from './logger.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** For JSON bodies. Upload routes stream and have limits of their own. */
const bodyLimitBytes = 64 * 1024

export function createHttp(options: { logger: Logger; trustProxy: false | number | string[] }): Http {
  const trusted = options.trustProxy
  const settings: FastifyServerOptions = {
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: bodyLimitBytes,
    // On close, idle keep-alive connections are closed at once instead of waited for.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // A URL that cannot be decoded reaches neither a route nor the error handler below.
    frameworkErrors: (error, _request, reply) => {
      void sendProblem(reply, toProblem(error))
    },
    clientErrorHandler: answerUnreadable,
    schemaErrorFormatter: (errors, where) => {
      const [first] = errors
      return new AppError('invalid_request', {
        detail: `${where}${first?.instancePath ?? ''} ${first?.message ?? 'is not as expected'}`,
        pointer: `/${where}${first?.instancePath ?? ''}`,
      })
    },
  }
  const http: Http = Fastify(settings).withTypeProvider<TypeBoxTypeProvider>()

  // The compiler that also validates socket commands, so a schema means the same on both edges. Query strings are coerced, bodies are not.
  http.setValidatorCompiler(TypeBoxValidatorCompiler)

  http.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) {
      request.log.error({ err: error, route: request.routeOptions.url, method: request.method }, problem.code)
    }
    if (error instanceof AppError && error.retryAfter !== undefined)
      reply.header('retry-after', error.retryAfter)
    return sendProblem(reply, problem)
  })
  http.setNotFoundHandler((_request, reply) => sendProblem(reply, problemOf('not_found')))
  closeAtStop(http)
  return http
}

/**
 * Closes connections that would delay `close`. Node does not count a connection without any request (browsers preconnect) as
 * idle, and does not check again a connection that had a request in progress. Responses in progress get `connection: close`;
 * if their head was already sent, the connection is closed when they end.
 */
function closeAtStop(http: Http): void {
  const open = new Set<Socket>()
  let closing = false
  http.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (closing) socket.destroy()
  })
  http.addHook('preClose', (done) => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  http.addHook('onResponse', (request, _reply, done) => {
    if (closing) request.socket.destroySoon()
    done()
  })
}

export function problemOf(code: ErrorCode, extra: { detail?: string; pointer?: string } = {}): Problem {
  const { status, title } = errorCodes[code]
  return { type: `https://parley.invalid/problems/${code}`, title, status, code, ...extra }
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  // Sent as bytes: the route's response schema describes successes and would drop these members.
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json')
    .serializer((body) => JSON.stringify(body))
    .send(problem)
}

/** Responds to malformed HTTP and oversized headers on the raw socket, because there is no request object. */
function answerUnreadable({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const problem = problemOf(code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_request')
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  // Never writes into a response that has begun.
  if (socket.writable && socket.bytesWritten === 0) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Maps Fastify's own errors by status. Unknown errors become `internal` without details. */
function toProblem(error: unknown): Problem {
  if (error instanceof AppError) {
    return problemOf(error.code, {
      ...(error.detail !== undefined && { detail: error.detail }),
      ...(error.pointer !== undefined && { pointer: error.pointer }),
    })
  }
  const { statusCode } = error as FastifyError
  if (statusCode === 413) return problemOf('payload_too_large')
  if (statusCode === 415) return problemOf('unsupported_media_type')
  if (statusCode === 429) return problemOf('rate_limited')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problemOf('invalid_request', { detail: (error as Error).message })
  }
  if (isUnstorableText(error)) {
    return problemOf('invalid_request', { detail: 'A text has a character that cannot be stored (U+0000).' })
  }
  if (isDatabaseUnreachable(error)) return problemOf('unavailable')
  return problemOf('internal')
}

/** Whether the pool could not connect, or a connection broke during a statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '08006'].includes(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(message ?? '')
  )
}
