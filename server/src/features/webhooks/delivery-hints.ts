import type { Bus } from '../../core/bus/bus.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** A delivery is due, from processes without a worker. A lost hint costs a second, the worker's polling interval. */
    'delivery.due': Record<never, never>
  }
}

/** Wakes the workers of other processes. */
export const announceDue = (bus: Bus) => (): void => bus.publish('delivery.due', {})

/** Wakes this process's worker for hints of others, and when hints may have been lost. Returns how to stop. */
export function wakeOnHints(bus: Bus, wake: () => void): () => void {
  const subscriptions = [bus.subscribe('delivery.due', wake), bus.onGap(wake)]
  return () => subscriptions.forEach((unsubscribe) => unsubscribe())
}
