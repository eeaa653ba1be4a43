import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import { parseRange } from './byte-range.ts'
import type { ByteRange } from './file-storage.ts'

export interface SentFile {
  /** Also the ETag: the content of an id never changes. */
  id: string
  name: string
  /** Content-Type. */
  type: string
  /** Bytes. */
  size: number
  /** true: a browser may display it. false: it is downloaded. */
  inline: boolean
}

/**
 * Sends a file, or the requested range of it (RFC 9110, 14), for GET and HEAD, with headers that prevent content sniffing.
 * @param from.secondsLeft how long the client may cache it
 * @throws AppError not_found when the storage does not have it
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  from: { secondsLeft: number; read: (range?: ByteRange) => Promise<Readable | undefined> },
): Promise<FastifyReply> {
  const etag = `"${file.id}"`
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).header('etag', etag).send()
  const ifRange = request.headers['if-range']
  const allowsRange = request.method === 'GET' && (ifRange === undefined || ifRange === etag)
  const range = allowsRange ? parseRange(request.headers.range, file.size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()

  const isHead = request.method === 'HEAD'
  const bytes = isHead ? undefined : await from.read(range ?? undefined)
  if (!isHead && !bytes) {
    request.log.error({ file_id: file.id }, 'A file is missing from the storage')
    throw new AppError('not_found')
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply
    .headers({
      ...fixedHeaders,
      etag,
      'cache-control': `private, max-age=${from.secondsLeft}, immutable`,
      'content-type': file.type,
      'content-disposition': contentDisposition(file.name, { type: file.inline ? 'inline' : 'attachment' }),
      'content-length': range ? range.end - range.start + 1 : file.size,
    })
    .send(bytes)
}

const fixedHeaders = {
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  // An opaque origin without scripts if the file is opened as a page. The three sources are for the page that browsers
  // generate around an image or video.
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}
