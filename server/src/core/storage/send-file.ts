import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import { parseRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import type { ByteRange } from './file-storage.ts'

export interface SentFile {
  /** Its bytes never change under this id. */
  id: string
  name: string
  /** Content-Type. */
  type: string
  size: number
  /** Whether a browser may show it where it is; everything else is a download. */
  inPlace: boolean
}

/**
 * Answers GET and HEAD with a file or the part of it that is asked for (RFC 9110, 14), in headers that keep it from being
 * taken for anything else.
 * @param from.secondsLeft how long whoever asked may keep it
 * @throws AppError not_found when the storage has nothing of it
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  from: { secondsLeft: number; read: (range?: ByteRange) => Promise<Readable | undefined> },
): Promise<FastifyReply> {
  const etag = `"${file.id}"`
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).header('etag', etag).send()
  const asked = request.headers['if-range']
  const mayCut = request.method === 'GET' && (asked === undefined || asked === etag)
  const range = mayCut ? parseRange(request.headers.range, file.size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()

  const isHead = request.method === 'HEAD'
  const bytes = isHead ? undefined : await from.read(range ?? undefined)
  if (!isHead && !bytes) {
    request.log.error({ file_id: file.id }, 'The bytes of a file are gone from the storage')
    throw new AppError('not_found')
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply
    .headers({
      ...fixedHeaders,
      etag,
      'cache-control': `private, max-age=${from.secondsLeft}, immutable`,
      'content-type': file.type,
      'content-disposition': contentDisposition(file.inPlace ? 'inline' : 'attachment', file.name),
      'content-length': range ? range.end - range.start + 1 : file.size,
    })
    .send(bytes)
}

const fixedHeaders = {
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  // An opaque origin without scripts, should anybody ever open it as a page. The three sources are for the page
  // that a browser makes around a picture or video of its own accord.
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}
