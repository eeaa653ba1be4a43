import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { errorCodes, type ErrorCode, type Problem } from '@parley/protocol/error'
import Fastify, {
  type ConnectionError,
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
import type { Socket } from 'node:net'
import { createAllowedMethods } from './allowed-methods.ts'
import { AppError } from './app-error.ts'
import { expectedError } from './expected-error.ts'
import { noCompilers } from './fastify-compilers.ts'
import { createTrust } from './forwarded-address.ts'
import type { Logger } from './logger.ts'
import { validateRequests } from './request-validation.ts'
import { prepareSerialization, serializeResponses } from './response-serialization.ts'
import { boundBody } from './slow-body.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Not imported: an ES import of `node:http` also loads Node's WebSocket client, a twentieth of the start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** For JSON bodies. Upload routes stream and have limits of their own. */
const bodyLimitBytes = 64 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself and limits how long that may take. */
    streamsBody?: boolean
  }
}

export interface HttpOptions {
  logger: Logger
  trustProxy: false | number | string[]
  /** Called with the cause of every response with a status of 500 or above. */
  onFailure?: (cause: unknown) => void
  /** How long a body that is parsed before the handler may take to arrive. Default 60 s. */
  bodyTimeoutMs?: number
}

export function createHttp(options: HttpOptions): Http {
  const trusted = options.trustProxy
  const settings: FastifyServerOptions = {
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted !== false && createTrust(trusted),
    bodyLimit: bodyLimitBytes,
    // On close, idle keep-alive connections are closed at once instead of waited for.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // A URL that cannot be decoded reaches neither a route nor the error handler below.
    frameworkErrors: (error, _request, reply) => {
      void sendProblem(reply, toProblem(refusalOf(error)))
    },
    clientErrorHandler: rejectUnreadable,
    schemaController: noCompilers,
    schemaErrorFormatter: (errors, where) => {
      const [first] = errors
      return new AppError('invalid_request', {
        detail: `${where}${first?.instancePath ?? ''} ${first?.message ?? 'is not as expected'}`,
        pointer: `/${where}${first?.instancePath ?? ''}`,
      })
    },
  }
  const http: Http = Fastify(settings).withTypeProvider<TypeBoxTypeProvider>()

  const parseJson = http.getDefaultJsonParser('error', 'error')
  // Many clients name the type of every request. Routes that need a body refuse an empty one by their schema.
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void parseJson(request, body, done)
  })
  http.setValidatorCompiler(validateRequests)
  http.setSerializerCompiler(serializeResponses)
  const allowedMethods = createAllowedMethods()
  // The hook sees only routes added after it.
  http.addHook('onRoute', (route) => allowedMethods.add(route))

  http.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.streamsBody) boundBody(request, reply, options.bodyTimeoutMs)
    prepareSerialization(request, done)
  })
  http.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const { code, status, retryAfter } = refusal
    if (status >= 500) {
      const cause = refusal.cause ?? error
      request.log.error({ err: cause, route: request.routeOptions.url, method: request.method }, code)
      options.onFailure?.(cause)
    }
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
    return sendProblem(reply, toProblem(refusal))
  })
  http.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods.of(request.url.split('?', 1)[0] ?? '')
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return sendProblem(reply, problemOf('not_found'))
    }
    return sendProblem(reply.header('allow', allowed.join(', ')), problemOf('method_not_allowed'))
  })
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
function rejectUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem = problemOf(unreadableCode(error))
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

function unreadableCode({ code, rawPacket }: ConnectionError): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid_request'
  // The request line counts towards the head. The overflowing packet starts with it, unless the head arrived in several
  // packets. `rawPacket` is typed as the JSON form of a Buffer, but Node passes a Buffer.
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const [line = ''] = packet.split('\r\n', 1)
  return /^[A-Z]+ /.test(line) && line.length > maxRequestLineBytes ? 'uri_too_long' : 'headers_too_large'
}

/** RFC 9110 (4.1) recommends supporting URIs of at least 8000 bytes. */
const maxRequestLineBytes = 8_000

const codesByStatus: Record<number, ErrorCode> = {
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

/** Maps Fastify's own errors by status and all others like the socket. Unknown errors become `internal` without details. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode, message } = error as FastifyError
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const code = codesByStatus[statusCode]
    return code ? new AppError(code) : new AppError('invalid_request', { detail: message })
  }
  return expectedError(error) ?? new AppError('internal', { cause: error })
}

function toProblem({ code, detail, pointer }: AppError): Problem {
  return problemOf(code, {
    ...(detail !== undefined && { detail }),
    ...(pointer !== undefined && { pointer }),
  })
}
