import type { CallView } from '@parley/protocol/call-view'

export interface SentPosition {
  organizationId: string
  position: number
}

/**
 * The queue position last sent to each customer connected to this process. `call.alive` repeats it until the next refresh,
 * because counting the queue for every keep-alive would be most of the work of a long queue.
 */
export function createQueuePositions() {
  const sent = new Map<string, SentPosition>()
  return {
    of: (callId: string): number | undefined => sent.get(callId)?.position,
    note({ id, position }: CallView, organizationId: string): void {
      if (position === null) sent.delete(id)
      else sent.set(id, { organizationId, position })
    },
    forget: (callId: string) => sent.delete(callId),
    all: () => [...sent],
  }
}
export type QueuePositions = ReturnType<typeof createQueuePositions>
