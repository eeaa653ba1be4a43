import type { Bus } from '../../core/bus/bus.ts'
import type { AgentPresence } from './agent-presence.ts'
import { createAnnouncements, type CustomerKey } from './announcements.ts'
import { createHolders, type PresenceChange } from './holders.ts'
import type { OnlineOf } from './presence-reader.ts'
import { createWatchedCustomers } from './watched-customers.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** Asks every process which of these customers are connected to it. `keep`: it also reports their changes. */
    'presence.watch': {
      process: string
      request: number
      organization_id: string
      customer_ids: string[]
      keep: boolean
    }
    /** Those of the requested customers who are online in `process`. */
    'presence.watched': {
      process: string
      to: string
      request: number
      organization_id: string
      asked: string[]
      online: string[]
    }
    /** What an agent was shown by `process`, for the processes of the agent's sockets. */
    'presence.shown': { process: string; organization_id: string; customer_ids: string[]; online: string[] }
    'presence.unwatch': { process: string; organization_id: string; customer_ids: string[] | null }
    /** Changes of customers that some process watches. */
    'presence.customers': { process: string; changes: [...CustomerKey, online: boolean][] }
  }
}

export interface CustomerPresence {
  /** Counts one socket. Returns how to remove it. */
  enter(organizationId: string, customerId: string): () => void
  /**
   * Returns which of these customers are online. Asks the other processes about those that it does not know. If an agent or a
   * socket reads them, reports their changes from then on, while agents of the organization are connected to this process.
   */
  online: OnlineOf
  /** Changes of customers that were asked for in this process. Merged over a second. */
  onChange(listener: (change: PresenceChange) => void): () => void
  /** The process is about to close its sockets, whose customers reconnect elsewhere: leaving is not announced. */
  drain(): void
  close(): void
}

/** Processes that do not answer in time count as without these customers; a later answer is reported as a change. */
const answerTimeoutMs = 200
/** Customers per message of the bus. */
const maxPerMessage = 200

interface Request {
  waitingFor: Set<string>
  /** What was asked for, without being kept. */
  found: Set<string>
  done: () => void
  isLate: boolean
}

/** Presence of customers, on demand: processes tell each other only about customers on an agent's screen. */
export function createCustomerPresence(deps: {
  bus: Bus
  process: string
  agents: Pick<AgentPresence, 'hasLocal' | 'peers' | 'isKnown' | 'onPeers'>
}): CustomerPresence {
  const { bus, process, agents } = deps
  const listeners = new Set<(change: PresenceChange) => void>()
  const emit = (organizationId: string, id: string) => {
    const change = { organizationId, id, online: isOnline(organizationId, id) }
    for (const listener of listeners) listener(change)
  }
  const watched = createWatchedCustomers({
    onDropped: (organizationId, customerIds) => unwatch(organizationId, customerIds),
  })
  /** By process: the customers that it watches. */
  const watchers = new Map<string, ReturnType<typeof createHolders>>()
  const requests = new Map<number, Request>()
  let lastRequest = 0

  const isOnline = (organizationId: string, id: string) =>
    local.includes(organizationId, id) || watched.isRemote(organizationId, id)

  const announcements = createAnnouncements({
    isOnline: (key) => local.includes(...key),
    announce(changes) {
      const wanted = changes.filter(([organizationId, id]) =>
        [...watchers.values()].some((customers) => customers.includes(organizationId, id)),
      )
      for (let start = 0; start < wanted.length; start += maxPerMessage)
        bus.publish('presence.customers', { process, changes: wanted.slice(start, start + maxPerMessage) })
      for (const [organizationId, id] of changes)
        if (watched.has(organizationId, id)) emit(organizationId, id)
    },
  })
  /** Those of these customers who are connected to this process. */
  function current(organizationId: string, ids: string[]): string[] {
    for (const id of ids) announcements.told(id)
    return ids.filter((id) => local.includes(organizationId, id))
  }

  const local = createHolders(({ organizationId, id, online }) =>
    announcements.changed([organizationId, id], !online),
  )

  function unwatch(organizationId: string, customerIds: string[] | null): void {
    if (agents.peers().length === 0) return
    bus.publish('presence.unwatch', { process, organization_id: organizationId, customer_ids: customerIds })
  }

  /** Resolves when all processes have answered, or not in time. */
  async function ask(organizationId: string, customerIds: string[], keep: boolean): Promise<Set<string>> {
    const peers = agents.peers()
    if (peers.length === 0) return new Set()
    const found = new Set<string>()
    for (let start = 0; start < customerIds.length; start += maxPerMessage) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const id = (lastRequest += 1)
      const request: Request = { waitingFor: new Set(peers), found, done: resolve, isLate: false }
      requests.set(id, request)
      const timer = setTimeout(() => {
        request.isLate = true
        resolve()
      }, answerTimeoutMs)
      bus.publish('presence.watch', {
        process,
        request: id,
        organization_id: organizationId,
        customer_ids: customerIds.slice(start, start + maxPerMessage),
        keep,
      })
      await promise
      clearTimeout(timer)
      requests.delete(id)
    }
    return found
  }

  /** Asks again for everything that is watched: a process has joined, or messages were lost. */
  function askAgain(): void {
    for (const [organizationId, customerIds] of watched.all())
      for (let start = 0; start < customerIds.length; start += maxPerMessage)
        bus.publish('presence.watch', {
          process,
          // No request: answers are reported as changes.
          request: 0,
          organization_id: organizationId,
          customer_ids: customerIds.slice(start, start + maxPerMessage),
          keep: true,
        })
  }

  /** An agent's screen may be connected to any process. */
  function announceShown(organizationId: string, customerIds: string[], online: ReadonlySet<string>): void {
    if (agents.peers().length === 0) return
    for (let start = 0; start < customerIds.length; start += maxPerMessage) {
      const ids = customerIds.slice(start, start + maxPerMessage)
      bus.publish('presence.shown', {
        process,
        organization_id: organizationId,
        customer_ids: ids,
        online: ids.filter((id) => online.has(id)),
      })
    }
  }

  /** Watches what another process has shown to agents of this process, and reports what has changed in between. */
  async function follow(organizationId: string, customerIds: string[], shown: string[]): Promise<void> {
    const added = customerIds.filter((id) => !watched.has(organizationId, id))
    const current = await online(organizationId, customerIds, 'socket')
    const wasOnline = new Set(shown)
    for (const id of added) if (current.has(id) !== wasOnline.has(id)) emit(organizationId, id)
  }

  const stops = [
    bus.subscribe('presence.shown', (message) => {
      const { process: from, organization_id: organizationId, customer_ids: ids, online: shown } = message
      if (from !== process && agents.hasLocal(organizationId)) void follow(organizationId, ids, shown)
    }),
    bus.subscribe('presence.watch', (message) => {
      const { process: asker, request, organization_id: organizationId, customer_ids: ids, keep } = message
      if (asker === process) return
      if (keep) {
        const customers = watchers.get(asker) ?? createHolders(() => {})
        watchers.set(asker, customers)
        for (const id of ids) if (!customers.includes(organizationId, id)) customers.add(organizationId, id)
      }
      bus.publish('presence.watched', {
        process,
        to: asker,
        request,
        organization_id: organizationId,
        asked: ids,
        online: current(organizationId, ids),
      })
    }),
    bus.subscribe('presence.watched', (message) => {
      const { process: from, to, request: id, organization_id: organizationId, asked, online } = message
      // The end of a process that has no lease would go unnoticed. It is asked again when it has one.
      if (to !== process || !agents.isKnown(from)) return
      const request = requests.get(id)
      const isOnlineThere = new Set(online)
      for (const customerId of asked) {
        if (isOnlineThere.has(customerId)) request?.found.add(customerId)
        const changed = watched.set(organizationId, customerId, from, isOnlineThere.has(customerId))
        if (changed && (request === undefined || request.isLate)) emit(organizationId, customerId)
      }
      request?.waitingFor.delete(from)
      if (request?.waitingFor.size === 0) request.done()
    }),
    bus.subscribe(
      'presence.unwatch',
      ({ process: watcher, organization_id: organizationId, customer_ids: ids }) => {
        const customers = watchers.get(watcher)
        for (const id of ids ?? customers?.of(organizationId) ?? []) customers?.remove(organizationId, id)
      },
    ),
    bus.subscribe('presence.customers', ({ process: from, changes }) => {
      if (!agents.isKnown(from)) return
      for (const [organizationId, id, online] of changes)
        if (watched.set(organizationId, id, from, online)) emit(organizationId, id)
    }),
    bus.onGap(askAgain),
    agents.onPeers({
      joined: askAgain,
      lapsed: askAgain,
      left(peer) {
        watchers.delete(peer)
        for (const request of requests.values()) {
          request.waitingFor.delete(peer)
          if (request.waitingFor.size === 0) request.done()
        }
        for (const [organizationId, id] of watched.removeProcess(peer)) emit(organizationId, id)
      },
      lastLeft(organizationId) {
        if (watched.drop(organizationId)) unwatch(organizationId, null)
      },
    }),
  ]

  const online: OnlineOf = async (organizationId, customerIds, reader) => {
    const isProgram = reader === 'program'
    const keep = !isProgram && agents.hasLocal(organizationId)
    // What programs read does not displace what agents see.
    const isKnown = isProgram ? watched.has : watched.use
    const unknown = [...new Set(customerIds)].filter((id) => !isKnown(organizationId, id))
    let found: ReadonlySet<string> = new Set()
    if (unknown.length > 0) {
      const answered = Promise.withResolvers<void>()
      // Before the question, so that no answer is missed.
      if (keep) watched.add(organizationId, unknown, answered.promise)
      found = await ask(organizationId, unknown, keep)
      answered.resolve()
    }
    await watched.answered(organizationId, customerIds)
    const here = new Set(current(organizationId, customerIds))
    return new Set(
      customerIds.filter((id) => found.has(id) || here.has(id) || watched.isRemote(organizationId, id)),
    )
  }

  return {
    enter(organizationId, customerId) {
      local.add(organizationId, customerId)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        local.remove(organizationId, customerId)
      }
    },

    async online(organizationId, customerIds, reader) {
      const found = await online(organizationId, customerIds, reader)
      if (reader === 'agent') announceShown(organizationId, [...new Set(customerIds)], found)
      return found
    },

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    drain: announcements.close,

    close() {
      for (const stop of stops) stop()
      announcements.close()
      for (const request of requests.values()) request.done()
    },
  }
}
