import { closed, Id } from '@parley/protocol/scalars'
import { Readable } from 'node:stream'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { sendFile } from '../../core/storage/send-file.ts'

const cacheSeconds = 365 * 24 * 3600

/** Pictures of connected accounts, for admins and owners, as the list of channels. Session only. */
export function pictureRoutes(
  http: Http,
  deps: {
    authorizeAgent: AuthorizeAgent
    pictureOf: (organizationId: string, providerId: string, pictureId: string) => Promise<Buffer | undefined>
  },
): void {
  http.get(
    '/v1/organizations/:organization_id/channels/:channel_id/pictures/:picture_id',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Get the picture of an account, as JPEG',
        params: Type.Object(
          { organization_id: Id, channel_id: Id, picture_id: Type.String({ pattern: '^[\\w-]{1,64}$' }) },
          closed,
        ),
      },
    },
    async (request, reply) => {
      const { channel_id: channelId, picture_id: pictureId } = request.params
      const { organizationId } = await deps.authorizeAgent(request, request.params.organization_id, 'admin')
      const picture = await deps.pictureOf(organizationId, channelId, pictureId)
      if (!picture) throw new AppError('not_found')
      const file = {
        id: pictureId,
        name: 'picture.jpg',
        type: 'image/jpeg',
        size: picture.length,
        inline: true,
      }
      return sendFile(request, reply, file, {
        secondsLeft: cacheSeconds,
        read: async (range) =>
          Readable.from([range ? picture.subarray(range.start, range.end + 1) : picture]),
      })
    },
  )
}
