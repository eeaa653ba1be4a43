export interface PresenceChange {
  organizationId: string
  id: string
  online: boolean
}

/** Counts who holds an id of an organization online. `onChange` runs when the first one begins and the last one ends. */
export function createHolders(onChange: (change: PresenceChange) => void) {
  const organizations = new Map<string, Map<string, number>>()

  return {
    /** Returns the new count. */
    add(organizationId: string, id: string): number {
      const counts = organizations.get(organizationId) ?? new Map<string, number>()
      organizations.set(organizationId, counts)
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      if (count === 1) onChange({ organizationId, id, online: true })
      return count
    },

    /** Returns the new count. */
    remove(organizationId: string, id: string): number {
      const counts = organizations.get(organizationId)
      const count = (counts?.get(id) ?? 1) - 1
      if (count > 0) {
        counts?.set(id, count)
        return count
      }
      if (!counts?.delete(id)) return 0
      if (counts.size === 0) organizations.delete(organizationId)
      onChange({ organizationId, id, online: false })
      return 0
    },

    includes: (organizationId: string, id: string): boolean =>
      organizations.get(organizationId)?.has(id) === true,
    has: (organizationId: string): boolean => organizations.has(organizationId),
    of: (organizationId: string): string[] => [...(organizations.get(organizationId)?.keys() ?? [])],
    all: (): (readonly [organizationId: string, id: string])[] =>
      [...organizations].flatMap(([organizationId, counts]) =>
        [...counts.keys()].map((id) => [organizationId, id] as const),
      ),
  }
}
