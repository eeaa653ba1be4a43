import type { CallView } from '@parley/protocol/call-view'

export interface ToldPlace {
  organizationId: string
  place: number
}

/**
 * Which place in the queue each customer with a window here was told last. Until the next look at all places it is what they
 * are told again: counting who waits for everybody who says that they are there would be most of the work of a long queue.
 */
export function createQueuePlaces() {
  const told = new Map<string, ToldPlace>()
  return {
    of: (callId: string): number | undefined => told.get(callId)?.place,
    note({ id, position }: CallView, organizationId: string): void {
      if (position === null) told.delete(id)
      else told.set(id, { organizationId, place: position })
    },
    forget: (callId: string) => told.delete(callId),
    all: () => [...told],
  }
}
export type QueuePlaces = ReturnType<typeof createQueuePlaces>
