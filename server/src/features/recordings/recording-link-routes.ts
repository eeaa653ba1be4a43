import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import type { AdmitDownload } from '../../core/storage/download-limit.ts'
import type { FileStorage } from '../../core/storage/file-storage.ts'
import { sendFile } from '../../core/storage/send-file.ts'
import { findFile } from './recording-file-store.ts'
import { recordingPath } from './recording-names.ts'

/** Serves a recording by its signed link (spec 2.5). The link is the only credential; cookies are ignored. */
export function recordingLinkRoutes(
  http: Http,
  deps: {
    db: Database
    storage: FileStorage
    admitDownload: AdmitDownload
    links: SignedLinks
    clock: Clock
  },
): void {
  http.route({
    // HEAD is registered explicitly: Fastify's automatic HEAD route would send content-length 0.
    method: ['GET', 'HEAD'],
    url: '/v1/public/recordings/:recording_id/:name',
    schema: {
      tags: ['Calls'],
      summary: 'Download a recording by the signed link from call.recording_ready. Supports Range',
      security: [],
      params: Type.Object({ recording_id: Id, name: Type.String() }, closed),
      querystring: Type.Object({
        _expiration: Type.Optional(Type.String()),
        _hash: Type.Optional(Type.String()),
      }),
    },
    async handler(request, reply) {
      // For error responses, which caches may otherwise store (404, 410). Files set their own cache-control.
      reply.header('cache-control', 'no-store')
      const { recording_id: id, name } = request.params
      const now = deps.clock()
      const verdict = deps.links.verify(recordingPath(id, name), request.query, now)
      if (verdict !== 'valid') throw new AppError(verdict)
      deps.admitDownload(request, reply)
      const file = await findFile(deps.db, id)
      if (file?.name !== name) throw new AppError('not_found')
      const secondsLeft = Math.max(0, Number(request.query._expiration) - Math.floor(now / 1000))
      return sendFile(
        request,
        reply,
        { id, name, type: file.mime, size: file.size, inline: true },
        { secondsLeft, read: (range) => deps.storage.read(file.storage_key, range) },
      )
    },
  })
}
