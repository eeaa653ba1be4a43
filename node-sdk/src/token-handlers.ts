import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  answerToken,
  maxBodyBytes,
  noJson,
  readOptions,
  refuseRequest,
  tooLarge,
  type TokenAnswer,
  type TokenHandlerOptions,
} from './token-request.ts'

/** The response must not be cached: it is for one browser at one moment. */
const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/**
 * The token endpoint (spec 4.1) for servers based on fetch: a Next.js route handler (`export const POST =
 * createTokenHandler({...})`), Hono, Remix, Deno, Bun, SvelteKit (`({ request }) => handle(request)`).
 * @throws {TypeError} immediately, if secretKey or providerId is missing
 */
export function createTokenHandler(
  options: TokenHandlerOptions<Request>,
): (request: Request) => Promise<Response> {
  const settings = readOptions(options)
  return async (request) => {
    const { method, headers: sent } = request
    const host = sent.get('host') ?? new URL(request.url).host
    const refusal = refuseRequest({ method, host }, (name) => sent.get(name), settings.origins)
    const parsed = refusal ?? (await parse(() => readFetchBody(request)))
    const answer = isAnswer(parsed) ? parsed : await answerToken(settings, request, parsed.json)
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers })
  }
}

/** Express, Connect, or a plain node:http server; with or without `express.json()` before it. */
export function createExpressTokenHandler<Request extends IncomingMessage & { body?: unknown }>(
  options: TokenHandlerOptions<Request>,
): (request: Request, response: ServerResponse, next?: (error: unknown) => void) => Promise<void> {
  const settings = readOptions(options)
  return async (request, response, next) => {
    try {
      const refusal = refuseRequest(requestTarget(request), (name) => request.headers[name], settings.origins)
      const parsed = refusal ?? (await parse(() => readNodeBody(request)))
      const answer = isAnswer(parsed) ? parsed : await answerToken(settings, request, parsed.json)
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
      refuseRequest(requestTarget(request), (name) => request.headers[name], settings.origins) ??
      (await answerToken(settings, request, request.body))
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

/** Uses `body` as is if an earlier parser has set it. */
function readNodeBody(request: IncomingMessage & { body?: unknown }): Promise<Parsed | 'too large'> {
  if (request.body !== undefined) return Promise.resolve({ json: request.body })
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
