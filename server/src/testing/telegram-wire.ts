import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What a bot asked for. */
export interface BotRequest {
  method: string
  params: Record<string, unknown>
  /** Uploaded files, by field. */
  files: Record<string, { name: string; type: string; size: number }>
}

export function json(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

export function refuse(
  response: ServerResponse,
  code: number,
  description: string,
  retryAfter?: number,
): void {
  json(response, code, {
    ok: false,
    error_code: code,
    description,
    ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
  })
}

/** Reads JSON or a form with files. */
export async function read(request: IncomingMessage, method: string): Promise<BotRequest> {
  const body = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) {
    return {
      method,
      params: body.length === 0 ? {} : (JSON.parse(body.toString()) as BotRequest['params']),
      files: {},
    }
  }
  const form = await new Response(body, {
    headers: { 'content-type': type },
  }).formData()
  const asked: BotRequest = { method, params: {}, files: {} }
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string')
      asked.params[name] = name.endsWith('parameters') ? JSON.parse(value) : value
    else asked.files[name] = { name: value.name, type: value.type, size: value.size }
  }
  return asked
}
