import type { AgentFace } from '@parley/protocol/agent'
import { lookStates, type CustomerLooks, type Look, type LookState } from '@parley/protocol/look'
import type { Bus } from '../../core/bus/bus.ts'
import { hasPassed, type Clock } from '../../core/clock.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** `window` identifies an agent's socket, which has at most one look; null: none. */
    look: { organization_id: string; window: string; look: WindowLook | null }
  }
}

interface WindowLook {
  customer_id: string
  agent: AgentFace
  state: LookState
}

type KeptLook = WindowLook & { renewedAt: number }

/** Windows renew their look every 20 s. */
const expiryMs = 45_000
const sweepIntervalMs = 5_000
/** Coalesces changes, because each one is sent to every agent of the organization. */
const flushIntervalMs = 150

export type Looks = ReturnType<typeof createLooks>

/**
 * Tracks which agents view which customer, across all processes: each process receives all looks over the bus and expires
 * those that are not renewed. Looks are never stored.
 */
export function createLooks(deps: {
  bus: Bus
  clock: Clock
  /** Receives the changed lists. */
  publish: (organizationId: string, customers: CustomerLooks[]) => void
}) {
  const { bus, clock } = deps
  const organizations = new Map<string, Map<string, KeptLook>>()
  const changed = new Map<string, Set<string>>()
  let flushing: NodeJS.Timeout | null = null
  const isExpired = ({ renewedAt }: KeptLook) => hasPassed(expiryMs, renewedAt, clock)

  function mark(organizationId: string, customerId: string): void {
    const customers = changed.get(organizationId) ?? new Set()
    changed.set(organizationId, customers.add(customerId))
    flushing ??= setTimeout(flush, flushIntervalMs)
  }

  function flush(): void {
    flushing = null
    for (const [organizationId, customerIds] of changed) {
      const lists = listsOf(organizationId)
      deps.publish(
        organizationId,
        [...customerIds].map((id) => ({ customer_id: id, looks: lists.get(id) ?? [] })),
      )
    }
    changed.clear()
  }

  function listsOf(organizationId: string): Map<string, Look[]> {
    const lists = new Map<string, Look[]>()
    for (const kept of organizations.get(organizationId)?.values() ?? []) {
      if (isExpired(kept)) continue
      const { customer_id: customerId, agent, state } = kept
      const looks = lists.get(customerId) ?? []
      lists.set(customerId, looks)
      const known = looks.find((look) => look.agent.id === agent.id)
      if (!known) looks.push({ agent, state })
      else if (lookStates.indexOf(state) > lookStates.indexOf(known.state)) known.state = state
    }
    return lists
  }

  function remove(organizationId: string, window: string): void {
    const windows = organizations.get(organizationId)
    const look = windows?.get(window)
    if (!windows || !look) return
    windows.delete(window)
    if (windows.size === 0) organizations.delete(organizationId)
    mark(organizationId, look.customer_id)
  }

  const unsubscribe = bus.subscribe('look', ({ organization_id: organizationId, window, look }) => {
    const windows = organizations.get(organizationId) ?? new Map<string, KeptLook>()
    const before = windows.get(window)
    if (look === null || (before && before.customer_id !== look.customer_id)) remove(organizationId, window)
    if (look === null) return
    organizations.set(organizationId, windows)
    // An expired look may be missing from the last list already.
    const isShown = before !== undefined && !isExpired(before)
    const isRenewed = isShown && before.customer_id === look.customer_id && before.state === look.state
    windows.set(window, { ...look, renewedAt: clock() })
    if (!isRenewed) mark(organizationId, look.customer_id)
  })

  /** Removes expired looks, such as those of a killed process. */
  function expire(): void {
    for (const [organizationId, windows] of organizations)
      for (const [window, kept] of windows) if (isExpired(kept)) remove(organizationId, window)
  }
  const sweep = setInterval(expire, sweepIntervalMs)
  sweep.unref()

  return {
    look(organizationId: string, window: string, look: WindowLook | null): void {
      bus.publish('look', { organization_id: organizationId, window, look })
    },

    /** Returns the lists that are not empty. */
    all: (organizationId: string): CustomerLooks[] =>
      [...listsOf(organizationId)].map(([customer_id, looks]) => ({ customer_id, looks })),

    expire,

    close(): void {
      clearInterval(sweep)
      if (flushing) clearTimeout(flushing)
      unsubscribe()
      organizations.clear()
      changed.clear()
    },
  }
}
