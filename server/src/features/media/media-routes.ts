import { Media } from '@parley/protocol/media'
import { closed, Id } from '@parley/protocol/scalars'
import type { IncomingMessage } from 'node:http'
import { Type } from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { sendFile } from '../../core/storage/send-file.ts'
import { isInlineType } from './media-type.ts'
import type { MediaFeature } from './media.ts'

const tags = ['Media']

/** Without a byte from one look to the next, whoever uploads is gone. */
const silenceMs = 30_000
/** Slower than this nobody uploads, but somebody may want to hold a connection. */
const slowestBytesPerSecond = 16 * 1024

/**
 * `/v1/public/media/:media_id`: PUT with a ticket, GET `/:name` with a signed link. Both are open to any origin:
 * ticket and link are the permission, and there are no cookies here.
 */
export function mediaRoutes(http: Http, deps: { media: MediaFeature }): void {
  const { media } = deps
  void http.register(async (scope: Http) => {
    // The body goes to the handler as it comes in, whatever type the sender says it has.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*')
    })

    scope.options(
      '/v1/public/media/:media_id',
      { schema: { hide: true, params: Type.Object({ media_id: Type.String() }) } },
      async (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'PUT')
          .header('access-control-allow-headers', 'parley-upload, content-type')
          // Two hours are the most that browsers keep.
          .header('access-control-max-age', 7200)
          .send(),
    )

    scope.put(
      '/v1/public/media/:media_id',
      {
        schema: {
          tags,
          summary: 'Upload a file: the body is its bytes, the ticket comes from media.ticket on the socket',
          params: Type.Object({ media_id: Id }, closed),
          headers: Type.Object({ 'parley-upload': Type.Optional(Type.String()) }),
          response: { 200: Media, 201: Media },
        },
      },
      async (request, reply) => {
        const stopWatching = watchSender(request.raw, media.maxBytes)
        reply.raw.once('close', stopWatching)
        const length = request.headers['content-length']
        try {
          const { media: stored, created } = await media.receive(
            request.params.media_id,
            request.headers['parley-upload'] ?? '',
            request.raw,
            length === undefined ? null : Number(length),
            request.ip,
          )
          return reply.code(created ? 201 : 200).send(stored)
        } finally {
          discardRest(request.raw, media.maxBytes)
        }
      },
    )

    scope.route({
      // Both by hand: the HEAD that comes with a GET would answer that there are no bytes.
      method: ['GET', 'HEAD'],
      url: '/v1/public/media/:media_id/:name',
      schema: {
        tags,
        summary: 'Download an attachment by its signed link',
        params: Type.Object({ media_id: Id, name: Type.String() }, closed),
        querystring: Type.Object({
          _expiration: Type.Optional(Type.String()),
          _hash: Type.Optional(Type.String()),
        }),
      },
      async handler(request, reply) {
        const { media_id: mediaId, name } = request.params
        const { verdict, secondsLeft } = media.verifyLink(mediaId, name, request.query)
        if (verdict !== 'valid') throw new AppError(verdict)
        const row = await media.find(mediaId)
        if (row?.name !== name) throw new AppError('not_found')
        const file = {
          id: row.id,
          name: row.name,
          type: row.mime === 'text/plain' ? 'text/plain; charset=utf-8' : row.mime,
          size: row.size,
          inline: isInlineType(row.mime),
        }
        return sendFile(request, reply, file, { secondsLeft, read: (range) => media.read(row, range) })
      },
    })
  })
}

/** Ends an upload that stands still or crawls. Answers how to stop watching. */
function watchSender(request: IncomingMessage, maxBytes: number): () => void {
  const { socket } = request
  let seen = socket.bytesRead
  let looksLeft = Math.ceil(maxBytes / slowestBytesPerSecond / (silenceMs / 1000)) + 1
  const timer = setInterval(() => {
    looksLeft -= 1
    if (!request.complete && (socket.bytesRead === seen || looksLeft === 0)) request.destroy()
    seen = socket.bytesRead
  }, silenceMs)
  return () => clearInterval(timer)
}

/**
 * What comes after a refusal is read and dropped: a browser reads the answer only when it has sent everything. Who
 * sends more than any upload may have is cut off.
 */
function discardRest(request: IncomingMessage, most: number): void {
  if (request.complete) return
  let left = most
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
}
