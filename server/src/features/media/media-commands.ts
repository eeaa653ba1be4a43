import type { MediaTicketParams } from '@parley/protocol/media'
import { AppError } from '../../core/app-error.ts'
import {
  customerIdOf,
  principalOf,
  refuseCustomerId,
  targetOf,
  type AgentSession,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import type { MediaFeature } from './media.ts'
import { agentOwner, widgetOwner } from './upload-owner.ts'

export interface MediaCommandDeps {
  media: Pick<MediaFeature, 'requireMayUpload' | 'createTicket' | 'links'>
  findCustomer: (organizationId: string, customerId: string) => Promise<{ provider_id: string } | undefined>
  /** What the customer's channel accepts, in bytes; null: no limit of its own. */
  channelLimit: (organizationId: string, customerId: string) => Promise<number | null>
  /** Returns which media the customer's own window still shows. */
  visibleMedia: (customerId: string, mediaIds: string[]) => Promise<string[]>
}

/** media.ticket and media.links of both sockets. */
export function mediaCommands({ media, findCustomer, channelLimit, visibleMedia }: MediaCommandDeps) {
  return {
    widget: {
      'media.ticket': async (session: WidgetSession, params: MediaTicketParams) => {
        refuseCustomerId(params)
        const principal = principalOf(session)
        const uploader = {
          owner: widgetOwner(principal),
          organizationId: principal.organization_id,
          customerId: customerIdOf(session),
        }
        await media.requireMayUpload(uploader)
        return media.createTicket({
          ...uploader,
          providerId: principal.provider_id,
          name: params.name,
          size: params.size,
        })
      },
      'media.links': async (session: WidgetSession, params: { ids: string[]; customer_id?: string }) => {
        refuseCustomerId(params)
        const { organization_id: organizationId } = principalOf(session)
        const customerId = customerIdOf(session)
        if (customerId === null) return { media: [] }
        const visible = await visibleMedia(customerId, params.ids)
        return { media: await media.links(organizationId, customerId, visible) }
      },
    },
    agent: {
      'media.ticket': async (session: AgentSession, params: MediaTicketParams) => {
        const { agent, customerId } = targetOf(session, params)
        const customer = await findCustomer(agent.organizationId, customerId)
        if (!customer) throw new AppError('not_found')
        const limit = await channelLimit(agent.organizationId, customerId)
        if (limit !== null && params.size > limit)
          throw new AppError('media_too_large', { detail: `The limit is ${limit} bytes.` })
        return media.createTicket({
          owner: agentOwner(agent.agentId),
          organizationId: agent.organizationId,
          providerId: customer.provider_id,
          customerId,
          name: params.name,
          size: params.size,
        })
      },
      'media.links': async (session: AgentSession, params: { ids: string[]; customer_id?: string }) => {
        const { agent, customerId } = targetOf(session, params)
        return { media: await media.links(agent.organizationId, customerId, params.ids) }
      },
    },
  }
}
