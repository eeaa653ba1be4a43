import type { Bus } from '../../core/bus.ts'
import { announceChange } from '../../core/organization-changes.ts'

/** Tells an organization's panel that its webhooks or deliveries are different. To be called after the commit. */
export interface DeliveryNews {
  tell(organizationId: string, what: 'webhooks' | 'deliveries'): void
  close(): void
}

const quiet = 1000

/** The first word goes out at once; what follows within a second is one more at its end. */
export function createDeliveryNews(bus: Bus): DeliveryNews {
  const resting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>()

  function tell(organizationId: string, what: 'webhooks' | 'deliveries'): void {
    const key = `${what} ${organizationId}`
    const rest = resting.get(key)
    if (rest) {
      rest.again = true
      return
    }
    const entry = { again: false, timer: setTimeout(over, quiet) }
    entry.timer.unref()
    resting.set(key, entry)
    announceChange(bus, organizationId, what)

    function over(): void {
      resting.delete(key)
      if (entry.again) tell(organizationId, what)
    }
  }

  return {
    tell,
    close() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
