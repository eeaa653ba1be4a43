import { randomUUID } from 'node:crypto'
import type { Bus } from '../core/bus.ts'
import type { Clock } from '../core/clock.ts'

type Kind = 'agent' | 'customer'

declare module '../core/bus.ts' {
  interface BusMessages {
    /** `all` replaces what is known of the sending process; otherwise one came or left. */
    presence:
      | { process: string; all: string[] }
      | { process: string; key: string; organization_id: string; kind: Kind; online: boolean }
  }
}

/**
 * Who has a live socket, over all processes. A process tells of each coming and leaving, and of everybody every
 * 20 s; what a silent process said is forgotten after 60 s. Ephemeral: never in the log.
 */
export interface Presence {
  /** Answers how to take it back; somebody is there while at least one socket is. */
  enter(kind: Kind, organizationId: string, id: string): () => void
  isOnline(kind: Kind, organizationId: string, id: string): boolean
  online(kind: Kind, organizationId: string): string[]
  onChange(
    listener: (change: { kind: Kind; organizationId: string; id: string; online: boolean }) => void,
  ): () => void
  close(): void
}

const announceEvery = 20_000
const forgetAfter = 60_000

const keyOf = (kind: Kind, organizationId: string, id: string) => `${kind}:${organizationId}:${id}`

export function createPresence(deps: { bus: Bus; clock: Clock }): Presence {
  const process = randomUUID()
  const here = new Map<string, number>()
  const elsewhere = new Map<string, { heardAt: number; keys: Set<string> }>()
  const listeners = new Set<Parameters<Presence['onChange']>[0]>()

  const others = () => [...elsewhere.values()].filter((remote) => remote.heardAt > deps.clock() - forgetAfter)
  const known = (key: string) => here.has(key) || others().some((remote) => remote.keys.has(key))

  const tell = (kind: Kind, organizationId: string, id: string, online: boolean) => {
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
    const remote = elsewhere.get(message.process) ?? { heardAt: 0, keys: new Set<string>() }
    elsewhere.set(message.process, remote)
    remote.heardAt = deps.clock()
    if ('all' in message) {
      remote.keys = new Set(message.all)
      return
    }
    const { key, kind, organization_id: organizationId, online } = message
    if (online) remote.keys.add(key)
    else remote.keys.delete(key)
    const id = key.slice(key.lastIndexOf(':') + 1)
    for (const listener of listeners) listener({ kind, organizationId, id, online: known(key) })
  })
  const timer = setInterval(
    () => deps.bus.publish('presence', { process, all: [...here.keys()] }),
    announceEvery,
  )
  timer.unref()

  return {
    enter(kind, organizationId, id) {
      const key = keyOf(kind, organizationId, id)
      const count = here.get(key) ?? 0
      here.set(key, count + 1)
      if (count === 0) tell(kind, organizationId, id, true)
      let left = false
      return () => {
        if (left) return
        left = true
        const rest = (here.get(key) ?? 1) - 1
        if (rest > 0) {
          here.set(key, rest)
          return
        }
        here.delete(key)
        tell(kind, organizationId, id, known(key))
      }
    },
    isOnline: (kind, organizationId, id) => known(keyOf(kind, organizationId, id)),
    online(kind, organizationId) {
      const prefix = keyOf(kind, organizationId, '')
      const keys = new Set([...here.keys(), ...others().flatMap((remote) => [...remote.keys])])
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
