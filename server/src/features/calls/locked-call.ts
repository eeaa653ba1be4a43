import type { LogHead, LogTransaction } from '../../core/event-log.ts'
import type { EventCollector } from './call-events.ts'
import type { CallRow } from './call-state.ts'
import type { OfferRow } from './offer-store.ts'

/** A call whose log head and row are locked, and through the row its ringing offer. */
export interface LockedCall {
  tx: LogTransaction
  head: LogHead
  collected: EventCollector
  call: CallRow
  /** Oldest first, loaded on first use. */
  offers(): Promise<OfferRow[]>
}
