import type { Bus } from '../../core/bus/bus.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createThrottle } from '../../core/throttle.ts'

type What = 'webhooks' | 'deliveries'

/** Announces to an organization's panels that its webhooks or deliveries have changed. Call `notify` after the commit. */
export interface ChangeNotifier {
  notify(organizationId: string, what: What): void
  close(): void
}

const announceIntervalMs = 1000

/** Announces the first change at once, and those that follow at most once a second. */
export function createChangeNotifier(bus: Bus): ChangeNotifier {
  const throttles = {
    webhooks: throttleOf('webhooks'),
    deliveries: throttleOf('deliveries'),
  }
  function throttleOf(what: What) {
    return createThrottle(
      (organizationId: string) => announceChange(bus, organizationId, what),
      announceIntervalMs,
    )
  }
  return {
    notify: (organizationId, what) => throttles[what].trigger(organizationId),
    close() {
      throttles.webhooks.close()
      throttles.deliveries.close()
    },
  }
}
