import { Media } from '@parley/protocol/media'
import { closed, Id } from '@parley/protocol/scalars'
import type { IncomingMessage } from 'node:http'
import { Type } from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { abortWhenSlow } from '../../core/slow-body.ts'
import type { AdmitDownload } from '../../core/storage/download-limit.ts'
import { sendFile } from '../../core/storage/send-file.ts'
import { isInlineType } from './media-type.ts'
import type { MediaFeature } from './media.ts'

const tags = ['Media']

/**
 * `/v1/public/media/:media_id`: PUT with a ticket, GET `/:name` with a signed link. Both are open to any origin:
 * ticket and link are the authorization, and no cookie is read.
 */
export function mediaRoutes(http: Http, deps: { media: MediaFeature; admitDownload: AdmitDownload }): void {
  const { media } = deps
  void http.register(async (scope: Http) => {
    // Bodies of any type go to the handler unparsed.
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
          // Browsers cap it at two hours.
          .header('access-control-max-age', 7200)
          .send(),
    )

    scope.put(
      '/v1/public/media/:media_id',
      {
        config: { streamsBody: true },
        schema: {
          tags,
          summary:
            'Upload a file. The body contains its bytes; media.ticket on the socket returns the ticket',
          params: Type.Object({ media_id: Id }, closed),
          headers: Type.Object({ 'parley-upload': Type.Optional(Type.String()) }),
          response: { 200: Media, 201: Media },
        },
      },
      async (request, reply) => {
        abortWhenSlow(request.raw, media.maxBytes)
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
      // Fastify's automatic HEAD would answer with content-length 0.
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
        deps.admitDownload(request, reply)
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

/**
 * Reads and discards the rest of a refused upload: browsers read the response only after they have sent everything.
 * Disconnects senders that exceed the largest allowed upload.
 */
function discardRest(request: IncomingMessage, maxBytes: number): void {
  if (request.complete) return
  let left = maxBytes
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
}
