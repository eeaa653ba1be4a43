import { randomUUID } from 'node:crypto'
import type { Bus } from '../core/bus.ts'
import type { Clock } from '../core/clock.ts'

type Kind = 'agent' | 'customer'

declare module '../core/bus.ts' {
  interface BusMessages {
    /** `all` replaces the keys of the sending process; the other form adds or removes one. */
    presence:
      | { process: string; all: string[] }
      | { process: string; key: string; organization_id: string; kind: Kind; online: boolean }
  }
}

/**
 * Online state over all processes. Each process announces every change, and all its keys every 20 s; the keys of a process
 * expire after 60 s without an announcement. Ephemeral: never in the log.
 */
export interface Presence {
  /** Counts one socket. Returns how to remove it; a key is online while it has at least one. */
  enter(kind: Kind, organizationId: string, id: string): () => void
  isOnline(kind: Kind, organizationId: string, id: string): boolean
  online(kind: Kind, organizationId: string): string[]
  onChange(
    listener: (change: { kind: Kind; organizationId: string; id: string; online: boolean }) => void,
  ): () => void
  close(): void
}

const announceIntervalMs = 20_000
const expiryMs = 60_000

const keyOf = (kind: Kind, organizationId: string, id: string) => `${kind}:${organizationId}:${id}`

export function createPresence(deps: { bus: Bus; clock: Clock }): Presence {
  const process = randomUUID()
  const local = new Map<string, number>()
  const remotes = new Map<string, { heardAt: number; keys: Set<string> }>()
  const listeners = new Set<Parameters<Presence['onChange']>[0]>()

  const liveRemotes = () => [...remotes.values()].filter((remote) => remote.heardAt > deps.clock() - expiryMs)
  const isKnown = (key: string) => local.has(key) || liveRemotes().some((remote) => remote.keys.has(key))

  const announce = (kind: Kind, organizationId: string, id: string, online: boolean) => {
    for (const listener of listeners) listener({ kind, organizationId, id, online })
    deps.bus.publish('presence', {
      process,
      key: keyOf(kind, organizationId, id),
      organization_id: organizationId,
      kind,
      online,
    })
  }

  const stop = deps.bus.subscribe('presence', (message) => {
    if (message.process === process) return
    const remote = remotes.get(message.process) ?? { heardAt: 0, keys: new Set<string>() }
    remotes.set(message.process, remote)
    remote.heardAt = deps.clock()
    if ('all' in message) {
      remote.keys = new Set(message.all)
      return
    }
    const { key, kind, organization_id: organizationId, online } = message
    if (online) remote.keys.add(key)
    else remote.keys.delete(key)
    const id = key.slice(key.lastIndexOf(':') + 1)
    for (const listener of listeners) listener({ kind, organizationId, id, online: isKnown(key) })
  })
  const timer = setInterval(
    () => deps.bus.publish('presence', { process, all: [...local.keys()] }),
    announceIntervalMs,
  )
  timer.unref()

  return {
    enter(kind, organizationId, id) {
      const key = keyOf(kind, organizationId, id)
      const count = local.get(key) ?? 0
      local.set(key, count + 1)
      if (count === 0) announce(kind, organizationId, id, true)
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
        announce(kind, organizationId, id, isKnown(key))
      }
    },
    isOnline: (kind, organizationId, id) => isKnown(keyOf(kind, organizationId, id)),
    online(kind, organizationId) {
      const prefix = keyOf(kind, organizationId, '')
      const keys = new Set([...local.keys(), ...liveRemotes().flatMap((remote) => [...remote.keys])])
      return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearInterval(timer)
      stop()
    },
  }
}
