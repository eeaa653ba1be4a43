import type { DeliveryType } from '@parley/protocol/webhook'
import { withFreshLinks, type LinkRenewals } from './delivery-links.ts'

/** An event as stored: `data` is already JSON. */
export interface StoredEvent {
  event_id: string
  type: DeliveryType
  occurred_at: string
  data: string
}

/** Returns the body of a POST (spec 4.4), with links signed at `now`. The data is inserted as is to preserve its key order. */
export function eventBody(event: StoredEvent, renewals: LinkRenewals, now: number): string {
  const { event_id: id, type, occurred_at: at } = event
  const data = withFreshLinks(renewals, type, event.data, now)
  return `{"event_id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${data}}`
}
