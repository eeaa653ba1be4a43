import type { Bus } from '../../core/bus/bus.ts'
import { createThrottle } from '../../core/throttle.ts'
import type { AgentMessage } from './agent-messages.ts'
import type { AgentChange, AgentKey, AgentPresenceStore } from './agent-presence-store.ts'
import { createHolders, type PresenceChange } from './holders.ts'
import { createLocalAgents } from './local-agents.ts'
import { createOwnHeartbeats, heartbeatIntervalMs } from './own-heartbeats.ts'

export interface AgentPresence {
  /** Counts one socket. Returns how to remove it, which takes effect after 3 s. */
  enter(organizationId: string, agentId: string): () => void
  isOnline(organizationId: string, agentId: string): boolean
  /** Whether an agent is only online because their last socket, in this process, has closed less than 3 s ago. */
  isLeaving(organizationId: string, agentId: string): boolean
  /** Sorted, so that all processes show the same agents first. */
  online(organizationId: string): string[]
  /** Whether an agent of the organization is connected to this process. */
  hasLocal(organizationId: string): boolean
  /** Other processes that are alive. */
  peers(): string[]
  /** Whether `left` will be called for this process: it is alive, or about to stop. */
  isKnown(process: string): boolean
  /** Changes in this and in other processes. */
  onChange(listener: (change: PresenceChange) => void): () => void
  onPeers(listener: PeerListener): () => void
  /** The process is about to close its sockets, whose agents reconnect elsewhere: they stay online for `graceMs`. */
  drain(graceMs: number): void
  /** Renews the lease and catches up with the other processes. Runs every 5 s. */
  heartbeat(): Promise<void>
  close(): Promise<void>
}

export interface PeerListener {
  joined?: (process: string) => void
  left?: (process: string) => void
  /** The others may have forgotten this process, and what it has subscribed to: its lease had lapsed, or its rows were lost. */
  lapsed?: () => void
  /** The last agent of the organization left this process. */
  lastLeft?: (organizationId: string) => void
}

/** With the interval of the checks and merged announcements, visitors see the agents of a killed process as away within 15 s. */
export const leaseMs = 12_000
const expireIntervalMs = 500
/** The first change is written at once, further ones together. */
const writeIntervalMs = 1_000
const maxStopped = 100

interface Remote {
  version: number
  agents: Map<string, AgentKey>
  expiresAt: number
}

const keyOf = ([organizationId, agentId]: AgentKey) => `${organizationId} ${agentId}`

export function createAgentPresence(deps: {
  store: AgentPresenceStore
  bus: Bus
  process: string
  onError: (error: unknown) => void
}): AgentPresence {
  const { store, bus, process, onError } = deps
  const now = () => performance.now()
  const listeners = new Set<(change: PresenceChange) => void>()
  const peerListeners = new Set<PeerListener>()
  const holders = createHolders((change) => {
    for (const listener of listeners) listener(change)
  })
  const local = createLocalAgents({
    enter(agent) {
      holders.add(...agent)
      note(agent, true)
    },
    leave(agent) {
      if (closed) return
      holders.remove(...agent)
      note(agent, false)
      if (!local.has(agent[0])) for (const { lastLeft } of peerListeners) lastLeft?.(agent[0])
    },
  })
  const remotes = new Map<string, Remote>()
  const outdated = new Set<string>()
  /** Processes that have stopped: a heartbeat that was read before must not bring them back. */
  const stopped = new Set<string>()
  let pending = new Map<string, AgentChange>()
  let version = 0
  let lastTriedVersion = 0
  /** A heartbeat or a write has stored the row of this process. */
  let hasRow = false
  /** Whether a statement has failed since the rows were checked. */
  let hasFailed = false
  const ownHeartbeats = createOwnHeartbeats(now)
  let closed = false
  /** Set once the process drains. */
  let drainGraceMs: number | null = null
  let writing: Promise<void> = Promise.resolve()
  /** Reads and heartbeats in progress, which end before the pool does. */
  const running = new Set<Promise<void>>()

  const publish = (message: AgentMessage) => bus.publish('presence.agents', { process, version, ...message })

  function remoteOf(id: string, age = 0): Remote {
    const known = remotes.get(id)
    const expiresAt = now() - age + leaseMs
    if (known) {
      known.expiresAt = Math.max(known.expiresAt, expiresAt)
      return known
    }
    const remote = { version: 0, agents: new Map<string, AgentKey>(), expiresAt }
    remotes.set(id, remote)
    for (const { joined } of peerListeners) joined?.(id)
    return remote
  }

  function apply(remote: Remote, { agent, online }: AgentChange): void {
    const key = keyOf(agent)
    if (remote.agents.has(key) === online) return
    if (online) remote.agents.set(key, agent)
    else remote.agents.delete(key)
    if (online) holders.add(...agent)
    else holders.remove(...agent)
  }

  function forget(id: string): void {
    const remote = remotes.get(id)
    if (!remote) return
    remotes.delete(id)
    outdated.delete(id)
    for (const agent of remote.agents.values()) holders.remove(...agent)
    for (const { left } of peerListeners) left?.(id)
  }

  function inBackground(work: Promise<void>): void {
    const ended = work.catch(onError).finally(() => running.delete(ended))
    running.add(ended)
  }

  /** Reads the agents of processes whose changes were missed. */
  const catchUp = createThrottle(() => inBackground(readOutdated()), 100)
  async function readOutdated(): Promise<void> {
    const ids = [...outdated]
    outdated.clear()
    if (ids.length === 0 || closed) return
    for (const { id, version: read, agents } of await store.read(ids)) {
      const remote = remotes.get(id)
      if (!remote || remote.version >= read) continue
      remote.version = read
      const current = new Map(agents.map((agent) => [keyOf(agent), agent]))
      for (const [key, agent] of remote.agents) if (!current.has(key)) apply(remote, { agent, online: false })
      for (const agent of current.values()) apply(remote, { agent, online: true })
    }
  }

  function compare(id: string, remote: Remote, seen: number): void {
    if (seen <= remote.version) return
    outdated.add(id)
    catchUp.trigger()
  }

  const unsubscribe = bus.subscribe('presence.agents', ({ process: id, version: seen, ...message }) => {
    if (id === process || closed) return
    if (message.kind === 'left') {
      if (stopped.size >= maxStopped) stopped.clear()
      stopped.add(id)
      const remote = remotes.get(id)
      if (remote && message.graceMs > 0) remote.expiresAt = now() + message.graceMs
      else forget(id)
      return
    }
    const remote = remoteOf(id)
    if (message.kind === 'heartbeat' || seen !== remote.version + 1) return compare(id, remote, seen)
    remote.version = seen
    for (const change of message.changes) apply(remote, change)
  })

  const tellLapsed = () => {
    for (const { lapsed } of peerListeners) lapsed?.()
  }

  /**
   * Writes all agents again if the rows are gone: PostgreSQL crashed, or this process was suspended. A failed statement may have
   * created the row of the process, so that the next one does not notice. Returns whether they may be gone.
   */
  function checkRow(renewed: boolean): boolean {
    const lost = hasRow && (!renewed || hasFailed)
    hasRow = true
    hasFailed = false
    if (lost) for (const agent of local.all()) if (!pending.has(keyOf(agent))) note(agent, true)
    return lost
  }

  /** What could not be written is written by the next heartbeat. */
  async function write(): Promise<void> {
    const changes = [...pending.values()]
    if (changes.length === 0) return
    const before = pending
    pending = new Map()
    let renewed: boolean
    // A failed write may be committed: its version is not used again.
    lastTriedVersion += 1
    const next = lastTriedVersion
    try {
      ;({ renewed } = await store.write(process, next, changes))
    } catch (error) {
      hasFailed = true
      pending = new Map([...before, ...pending])
      throw error
    }
    version = next
    publish({ kind: 'changes', changes })
    if (checkRow(renewed)) tellLapsed()
  }
  const writeInTurn = () => (writing = writing.catch(() => {}).then(write))
  const writes = createThrottle(() => void writeInTurn().catch(onError), writeIntervalMs)

  function note(agent: AgentKey, online: boolean): void {
    if (drainGraceMs !== null) return
    pending.set(keyOf(agent), { agent, online })
    if (!closed) writes.trigger()
  }

  async function heartbeat(): Promise<void> {
    if (closed) return
    const number = ownHeartbeats.began()
    const { renewed, others } = await store.heartbeat(process, version).catch((error: unknown) => {
      hasFailed = true
      ownHeartbeats.failed(number)
      throw error
    })
    const graceMs = ownHeartbeats.succeeded(number)
    if (graceMs > 0)
      for (const remote of remotes.values()) remote.expiresAt = Math.max(remote.expiresAt, now() + graceMs)
    if (closed) return
    const lost = checkRow(renewed)
    for (const { id, version: seen, age } of others)
      if (!stopped.has(id) && age < leaseMs) compare(id, remoteOf(id, age), seen)
    if (pending.size > 0) writes.trigger()
    publish({ kind: 'heartbeat' })
    // After the heartbeat, which makes this process a peer again.
    if (graceMs > 0 || lost) tellLapsed()
  }
  const heartbeatInBackground = () => inBackground(heartbeat())

  function expire(): void {
    if (ownHeartbeats.isBlind()) return
    const expired = [...remotes].flatMap(([id, { expiresAt }]) => (expiresAt <= now() ? [id] : []))
    for (const id of expired) forget(id)
    // It may have been killed while the bus did not carry what it announced.
    if (expired.some((id) => !stopped.has(id))) bus.reportGap()
  }

  const stopGap = bus.onGap(heartbeatInBackground)
  const timers = [
    setInterval(heartbeatInBackground, heartbeatIntervalMs),
    setInterval(expire, expireIntervalMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    enter: (...agent) => local.enter(agent),
    isOnline: holders.includes,
    isLeaving: (...agent) =>
      local.isLeaving(agent) && ![...remotes.values()].some(({ agents }) => agents.has(keyOf(agent))),
    online: (organizationId) => holders.of(organizationId).toSorted(),
    hasLocal: local.has,
    peers: () => [...remotes.keys()].filter((id) => !stopped.has(id)),
    isKnown: (id) => remotes.has(id),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onPeers(listener) {
      peerListeners.add(listener)
      return () => peerListeners.delete(listener)
    },
    drain(graceMs) {
      drainGraceMs = graceMs
    },
    heartbeat,
    async close() {
      if (closed) return
      closed = true
      for (const timer of timers) clearInterval(timer)
      for (const stop of [unsubscribe, stopGap, catchUp.close, writes.close]) stop()
      publish({ kind: 'left', graceMs: drainGraceMs ?? 0 })
      await Promise.all([writing.catch(() => {}), ...running])
      await store.remove(process).catch(onError)
    },
  }
}
