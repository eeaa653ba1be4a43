import { randomUUID } from 'node:crypto'
import type { Bus } from '../core/bus/bus.ts'
import type { Clock } from '../core/clock.ts'

type Kind = 'agent' | 'customer'

declare module '../core/bus/bus.ts' {
  interface BusMessages {
    presence: { process: string } & PresenceMessage
  }
}

type PresenceMessage =
  | { kind: 'change'; change: PresenceChange }
  /** Sent every 5 s. A receiver that knows another number of keys requests all of them. */
  | { kind: 'heartbeat'; keys: number }
  /** Requests the keys of a process; null: of every process. */
  | { kind: 'request'; of: string | null }
  | { kind: 'all'; keys: string[] }
  | { kind: 'left' }

export interface PresenceChange {
  /** What `id` identifies. */
  of: Kind
  organizationId: string
  id: string
  online: boolean
}

/** Online state over all processes. Ephemeral: never in the log. The keys of a process expire 15 s after its last heartbeat. */
export interface Presence {
  /** Counts one socket. Returns how to remove it; a key is online while it has at least one. */
  enter(kind: Kind, organizationId: string, id: string): () => void
  isOnline(kind: Kind, organizationId: string, id: string): boolean
  online(kind: Kind, organizationId: string): string[]
  /** Changes in this and in other processes. */
  onChange(listener: (change: PresenceChange) => void): () => void
  /** Drops the keys of processes without a recent heartbeat. Runs every second. */
  expire(): void
  close(): void
}

const heartbeatIntervalMs = 5_000
const expiryMs = 15_000
const expireIntervalMs = 1_000

const keyOf = (kind: Kind, organizationId: string, id: string) => `${kind}:${organizationId}:${id}`

function parseKey(key: string): Omit<PresenceChange, 'online'> {
  const [of = '', organizationId = '', id = ''] = key.split(':')
  return { of: of as Kind, organizationId, id }
}

interface Remote {
  seenAt: number
  keys: Set<string>
}

export function createPresence(deps: { bus: Bus; clock: Clock }): Presence {
  const { bus, clock } = deps
  const self = randomUUID()
  const local = new Map<string, number>()
  const remotes = new Map<string, Remote>()
  const listeners = new Set<(change: PresenceChange) => void>()

  const send = (message: PresenceMessage) => bus.publish('presence', { process: self, ...message })
  const isKnown = (key: string) => local.has(key) || [...remotes.values()].some(({ keys }) => keys.has(key))
  const emit = (change: PresenceChange) => {
    for (const listener of listeners) listener(change)
  }
  const emitKey = (key: string) => emit({ ...parseKey(key), online: isKnown(key) })

  function remoteOf(process: string): Remote {
    const remote = remotes.get(process) ?? { seenAt: 0, keys: new Set<string>() }
    remotes.set(process, remote)
    remote.seenAt = clock()
    return remote
  }

  function replaceKeys(remote: Remote, keys: Set<string>): void {
    const before = remote.keys
    const changed = [
      ...[...before].filter((key) => !keys.has(key)),
      ...[...keys].filter((key) => !before.has(key)),
    ]
    remote.keys = keys
    for (const key of changed) emitKey(key)
  }

  function forget(process: string): void {
    const remote = remotes.get(process)
    if (!remote) return
    remotes.delete(process)
    for (const key of remote.keys) emitKey(key)
  }

  function receive({ process, ...message }: { process: string } & PresenceMessage): void {
    if (process === self) return
    switch (message.kind) {
      case 'change': {
        const { change } = message
        const key = keyOf(change.of, change.organizationId, change.id)
        const { keys } = remoteOf(process)
        if (change.online) keys.add(key)
        else keys.delete(key)
        return emitKey(key)
      }
      case 'heartbeat':
        if (remoteOf(process).keys.size !== message.keys) send({ kind: 'request', of: process })
        return
      case 'request':
        if (message.of === null || message.of === self) sendAll()
        return
      case 'all':
        return replaceKeys(remoteOf(process), new Set(message.keys))
      case 'left':
        return forget(process)
    }
  }

  const sendAll = () => send({ kind: 'all', keys: [...local.keys()] })
  const sendHeartbeat = () => send({ kind: 'heartbeat', keys: local.size })
  function expire(): void {
    for (const [process, { seenAt }] of remotes) if (seenAt <= clock() - expiryMs) forget(process)
  }

  const recover = () => {
    send({ kind: 'request', of: null })
    sendAll()
  }
  const stops = [bus.subscribe('presence', receive), bus.onGap(recover)]
  const timers = [setInterval(sendHeartbeat, heartbeatIntervalMs), setInterval(expire, expireIntervalMs)]
  for (const timer of timers) timer.unref()

  return {
    enter(of, organizationId, id) {
      const key = keyOf(of, organizationId, id)
      const count = local.get(key) ?? 0
      local.set(key, count + 1)
      const announce = (online: boolean) => {
        emitKey(key)
        send({ kind: 'change', change: { of, organizationId, id, online } })
      }
      if (count === 0) announce(true)
      let left = false
      return () => {
        if (left) return
        left = true
        const rest = (local.get(key) ?? 1) - 1
        if (rest > 0) {
          local.set(key, rest)
          return
        }
        local.delete(key)
        announce(false)
      }
    },
    isOnline: (kind, organizationId, id) => isKnown(keyOf(kind, organizationId, id)),
    online(kind, organizationId) {
      const prefix = keyOf(kind, organizationId, '')
      const keys = new Set([...local.keys(), ...[...remotes.values()].flatMap((remote) => [...remote.keys])])
      return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    expire,
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stops) stop()
      send({ kind: 'left' })
    },
  }
}
