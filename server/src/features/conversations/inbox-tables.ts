import type { Channel } from '@parley/protocol/channel'
import type { CustomerRecord } from '@parley/protocol/customer'

/** View of the customers feature for lists to join (migration 0005). */
export type CustomerFaceView = {
  customer_face: {
    id: string
    organization_id: string
    name: string | null
    avatar_url: string | null
    country_code: string
    auth_provider: CustomerRecord['auth_provider']
    is_blocked: boolean
    searched: string
  }
}

/** View of the providers feature (migration 0042). */
export type ProviderChannelView = { provider_channel: { id: string; channel: Channel } }
