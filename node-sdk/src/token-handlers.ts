import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  answerToken,
  checkRequest,
  maxBodyBytes,
  noJson,
  readOptions,
  responseHeaders,
  tooLarge,
  type TokenAnswer,
  type TokenHandlerOptions,
} from './token-request.ts'

/**
 * The token endpoint (spec 4.1) for servers based on fetch: Hono, Remix, Deno, Bun, SvelteKit (`({ request }) => handle(request)`), and
 * Next.js (`export const POST = (request: Request) => createTokenHandler({...})(request)`, because `next build` loads the file
 * without the secret key).
 * @throws {TypeError} immediately, if secretKey or providerId is missing
 */
export function createTokenHandler(
  options: TokenHandlerOptions<Request>,
): (request: Request) => Promise<Response> {
  const settings = readOptions(options)
  return async (request) => {
    const { method, headers: sent } = request
    const host = sent.get('host') ?? new URL(request.url).host
    const early = checkRequest({ method, host }, (name) => sent.get(name), settings.origins)
    const parsed = early ?? (await parse(() => readFetchBody(request)))
    const answer = isAnswer(parsed) ? parsed : await answerToken(settings, request, parsed.json)
    const headers = responseHeaders(sent.get('origin'), settings.origins)
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers })
  }
}

/** Express, Connect, or a plain node:http server; with or without body parsers before it. */
export function createExpressTokenHandler<Request extends IncomingMessage & { body?: unknown }>(
  options: TokenHandlerOptions<Request>,
): (request: Request, response: ServerResponse, next?: (error: unknown) => void) => Promise<void> {
  const settings = readOptions(options)
  return async (request, response, next) => {
    try {
      const early = checkRequest(requestTarget(request), (name) => request.headers[name], settings.origins)
      const parsed = early ?? (await parse(() => readNodeBody(request)))
      const answer = isAnswer(parsed) ? parsed : await answerToken(settings, request, parsed.json)
      const headers = responseHeaders(request.headers.origin, settings.origins)
      response.writeHead(answer.status, headers).end(JSON.stringify(answer.body))
    } catch (error) {
      if (!next) throw error
      next(error)
    }
  }
}

/** HTTP/2 has `:authority` instead of Host. */
const requestTarget = ({
  method,
  headers,
}: {
  method?: string | undefined
  headers: Record<string, unknown>
}) => ({
  method,
  host: headers['host'] ?? headers[':authority'],
})

interface FastifyLikeReply {
  code(status: number): FastifyLikeReply
  headers(values: Record<string, string>): FastifyLikeReply
  send(body: unknown): unknown
}

/** Fastify: `app.post('/chat-token', createFastifyTokenHandler({...}))`. */
export function createFastifyTokenHandler<
  Request extends { method: string; headers: Record<string, unknown>; body: unknown },
>(options: TokenHandlerOptions<Request>): (request: Request, reply: FastifyLikeReply) => Promise<unknown> {
  const settings = readOptions(options)
  return async (request, reply) => {
    const answer =
      checkRequest(requestTarget(request), (name) => request.headers[name], settings.origins) ??
      (await answerToken(settings, request, request.body))
    const headers = responseHeaders(request.headers['origin'], settings.origins)
    return reply.code(answer.status).headers(headers).send(answer.body)
  }
}

type Parsed = { json: unknown }

const isAnswer = (value: Parsed | TokenAnswer): value is TokenAnswer => 'status' in value

async function parse(read: () => Promise<Parsed | 'too large'>): Promise<Parsed | TokenAnswer> {
  try {
    const body = await read()
    return body === 'too large' ? tooLarge : body
  } catch (error) {
    if (error instanceof SyntaxError) return noJson
    throw error
  }
}

async function readFetchBody(request: Request): Promise<Parsed | 'too large'> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBodyBytes) return 'too large'
      chunks.push(chunk)
    }
  }
  return { json: JSON.parse(Buffer.concat(chunks).toString()) as unknown }
}

/** Uses `body` only if an earlier parser has read the stream: parsers of Express 4 set it to {} for types that are not theirs. */
async function readNodeBody(request: IncomingMessage & { body?: unknown }): Promise<Parsed | 'too large'> {
  const { body } = request
  if (!request.readable)
    return { json: typeof body === 'string' || Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      // Keep reading but discard: a closed connection could not receive the response.
      if (size > maxBodyBytes) resolve('too large')
      else chunks.push(chunk)
    })
    request.on('end', () => {
      try {
        resolve({ json: JSON.parse(Buffer.concat(chunks).toString()) as unknown })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject)
  })
}
