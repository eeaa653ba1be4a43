/** Per organization. Far above what its agents have on their screens; the least recently asked for is dropped. */
const maxWatched = 2_000

interface Watched {
  /** The other processes in which the customer is online. */
  processes: Set<string>
  /** Resolves when the other processes have answered. */
  asked: Promise<unknown> | null
}

/** The customers on the screens of this process's agents, and in which other processes they are online. */
export function createWatchedCustomers(deps: {
  onDropped: (organizationId: string, customerIds: string[]) => void
}) {
  /** Customers in order of their last use. */
  const organizations = new Map<string, Map<string, Watched>>()
  const find = (organizationId: string, customerId: string) =>
    organizations.get(organizationId)?.get(customerId)

  return {
    add(organizationId: string, customerIds: string[], asked: Promise<unknown>): void {
      const customers = organizations.get(organizationId) ?? new Map<string, Watched>()
      organizations.set(organizationId, customers)
      const added = customerIds.map((id) => {
        const watched: Watched = { processes: new Set(), asked }
        customers.set(id, watched)
        return watched
      })
      const answered = () => {
        for (const watched of added) watched.asked = null
      }
      void asked.then(answered, answered)
      const dropped = [...customers.keys()].slice(0, Math.max(0, customers.size - maxWatched))
      for (const id of dropped) customers.delete(id)
      if (dropped.length > 0) deps.onDropped(organizationId, dropped)
    },

    has: (organizationId: string, customerId: string): boolean =>
      find(organizationId, customerId) !== undefined,

    /** Marks a watched customer as used. Returns whether it is watched. */
    use(organizationId: string, customerId: string): boolean {
      const customers = organizations.get(organizationId)
      const watched = customers?.get(customerId)
      if (!customers || !watched) return false
      customers.delete(customerId)
      customers.set(customerId, watched)
      return true
    },

    isRemote: (organizationId: string, customerId: string): boolean =>
      (find(organizationId, customerId)?.processes.size ?? 0) > 0,

    /** Resolves when the answers about these customers have arrived. */
    async answered(organizationId: string, customerIds: string[]): Promise<void> {
      await Promise.all(customerIds.flatMap((id) => find(organizationId, id)?.asked ?? []))
    },

    /** Returns whether the customer is now online in the first, or no longer in any, other process. */
    set(organizationId: string, customerId: string, process: string, online: boolean): boolean {
      const processes = find(organizationId, customerId)?.processes
      if (!processes || processes.has(process) === online) return false
      if (online) processes.add(process)
      else processes.delete(process)
      return processes.size === (online ? 1 : 0)
    },

    /** Returns the customers who are no longer online in any other process. */
    removeProcess(process: string): [organizationId: string, customerId: string][] {
      const gone: [string, string][] = []
      for (const [organizationId, customers] of organizations)
        for (const [customerId, { processes }] of customers)
          if (processes.delete(process) && processes.size === 0) gone.push([organizationId, customerId])
      return gone
    },

    /** Returns whether anything was watched. */
    drop: (organizationId: string): boolean => organizations.delete(organizationId),

    all: (): [organizationId: string, customerIds: string[]][] =>
      [...organizations].map(([organizationId, customers]) => [organizationId, [...customers.keys()]]),
  }
}
