import type { CallDetail } from '@parley/protocol/call'

export type OfferEnd = 'hungUp' | 'expired' | 'declined' | 'gone'

/** How the last offer of a call to this agent ended. */
export function offerEnd(call: Pick<CallDetail, 'offers' | 'ended_by'>, agentId: string): OfferEnd {
  const last = call.offers.findLast(({ agent }) => agent?.id === agentId)
  if (last?.outcome === 'declined' || last?.outcome === 'expired') return last.outcome
  return call.ended_by === 'customer' ? 'hungUp' : 'gone'
}
