import type { Bus } from '../../core/bus/bus.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /**
     * Deliveries are due, from processes without a worker. A lost hint costs a second, the worker's polling interval. Without
     * `webhook_ids`, as sent by the previous release: for any webhook.
     */
    'delivery.due': { webhook_ids?: readonly string[] | undefined }
  }
}

/** Wakes a worker. Without ids: any webhook may have due deliveries. */
export type Wake = (webhookIds?: readonly string[]) => void

/** Wakes the workers of other processes. */
export const announceDue =
  (bus: Bus): Wake =>
  (webhookIds) =>
    bus.publish('delivery.due', { webhook_ids: webhookIds })

/** Wakes this process's worker for hints of others, and when hints may have been lost. Returns how to stop. */
export function wakeOnHints(bus: Bus, wake: Wake): () => void {
  const subscriptions = [
    bus.subscribe('delivery.due', (hint) => wake(hint.webhook_ids)),
    bus.onGap(() => wake()),
  ]
  return () => subscriptions.forEach((unsubscribe) => unsubscribe())
}
