import type { DeliveryType } from '@parley/protocol/webhook'
import { withFreshLinks, type LinkRenewals } from './delivery-links.ts'

/** An event as it is stored: `data` is JSON already. */
export interface StoredEvent {
  event_id: string
  type: DeliveryType
  occurred_at: string
  data: string
}

/** The body of a POST (spec 4.4), with links that are valid from `now`. The data is inserted as is, which keeps its key order. */
export function eventBody(event: StoredEvent, renewals: LinkRenewals, now: number): string {
  const { event_id: id, type, occurred_at: at } = event
  const data = withFreshLinks(renewals, type, event.data, now)
  return `{"event_id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${data}}`
}
