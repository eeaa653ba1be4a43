import type { LogHint } from '../event-log.ts'

type Announced = Pick<LogHint, 'customer_id' | 'after' | 'to'>

/** Columns of what hints announced: the positions `after + 1` to `to` of each customer's log. */
export interface AnnouncedColumns {
  customerIds: string[]
  after: number[]
  to: number[]
}

export const nothingAnnounced: AnnouncedColumns = { customerIds: [], after: [], to: [] }

export type AnnouncedEntries = ReturnType<typeof createAnnouncedEntries>

/** The entries that hints have announced since the discovery before the last one: those need not be discovered. */
export function createAnnouncedEntries() {
  let current = new Map<string, Announced>()
  let previous = new Map<string, Announced>()

  return {
    add({ customer_id: customerId, after, to }: Announced): void {
      const known = current.get(customerId) ?? previous.get(customerId)
      // After a lost hint there is a gap.
      current.set(customerId, {
        customer_id: customerId,
        after: known?.to === after ? known.after : after,
        to,
      })
    },
    /** What is known when a discovery begins. A hint that came before the last one is forgotten: its entry was discovered then. */
    next(): AnnouncedColumns {
      const known = [...new Map([...previous, ...current]).values()]
      previous = current
      current = new Map()
      return {
        customerIds: known.map((each) => each.customer_id),
        after: known.map((each) => each.after),
        to: known.map((each) => each.to),
      }
    },
    /** Hints of customers whom this process did not have were passed over. */
    clear(): void {
      current = new Map()
      previous = new Map()
    },
  }
}
