import { AutomaticReplies } from '@parley/protocol/automatic-reply'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import { announceChange } from '../../core/organization-changes.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { findSettings, saveSettings } from './automatic-reply-store.ts'

const address = '/v1/organizations/:organization_id/channels/:channel_id/automatic-replies'
const params = Type.Object({ organization_id: Id, channel_id: Id }, closed)

const none: AutomaticReplies = {
  greeting: { on: false, text: null, translations: {} },
  away: { on: false, text: null, translations: {} },
}

/** For admins and owners. Session only. */
export function automaticReplyRoutes(
  http: Http,
  deps: {
    db: Database
    bus: Bus
    clock: Clock
    authorizeAgent: AuthorizeAgent
    /** @throws AppError not_found */
    requireConnection: (organizationId: string, channelId: string) => Promise<unknown>
  },
): void {
  const { db, bus, clock, authorizeAgent, requireConnection } = deps
  http.get(
    address,
    {
      schema: {
        tags: ['Channels'],
        summary: 'Get the greeting and the away text of a channel',
        params,
        response: { 200: AutomaticReplies },
      },
    },
    async (request) => {
      const { organization_id, channel_id: providerId } = request.params
      const { organizationId } = await authorizeAgent(request, organization_id, 'admin')
      await requireConnection(organizationId, providerId)
      return (await findSettings(db, providerId)) ?? none
    },
  )

  http.put(
    address,
    {
      schema: {
        tags: ['Channels'],
        summary: 'Replace the greeting and the away text of a channel',
        description:
          'A contact gets the text of `translations` in their language, otherwise `text`, otherwise the built-in text in their language. ' +
          'Each text is sent at most once in 12 hours to a contact.',
        params,
        body: AutomaticReplies,
        response: { 200: AutomaticReplies },
      },
    },
    async (request) => {
      const { organization_id, channel_id: providerId } = request.params
      const { organizationId } = await authorizeAgent(request, organization_id, 'admin')
      await requireConnection(organizationId, providerId)
      await saveSettings(db, { organizationId, providerId }, request.body, timestamp(clock()))
      announceChange(bus, organizationId, 'channels')
      return request.body
    },
  )
}
