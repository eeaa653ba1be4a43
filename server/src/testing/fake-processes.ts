import { vi } from 'vitest'
import { createLocalBus } from '../core/bus/bus.ts'
import type { AgentChange, AgentKey, AgentPresenceStore } from '../realtime/presence/agent-presence-store.ts'
import { createPresence } from '../realtime/presence/presence.ts'

const never = (error: unknown) => {
  throw error
}

/** The rows of several processes. `fails`: PostgreSQL is unreachable; `losesResponse`: once, after the commit; `heartbeats` and `reads` delay theirs. */
function memoryStore() {
  const rows = new Map<string, { version: number; seenAt: number; agents: Map<string, AgentKey> }>()
  const state = {
    fails: false,
    losesResponse: false,
    heartbeats: Promise.resolve(),
    reads: Promise.resolve(),
    rows,
  }
  const respond = <T>(response: T): T => {
    if (!state.losesResponse) return response
    state.losesResponse = false
    throw new Error('connection lost')
  }
  const renew = (id: string, version: number) => {
    if (state.fails) throw new Error('unreachable')
    const row = rows.get(id) ?? { version, seenAt: 0, agents: new Map<string, AgentKey>() }
    rows.set(id, row)
    return Object.assign(row, { version, seenAt: Date.now() })
  }
  const store: AgentPresenceStore = {
    async heartbeat(process, version) {
      await state.heartbeats
      const renewed = rows.has(process)
      renew(process, version)
      const others = [...rows].filter(([id, { seenAt }]) => id !== process && seenAt > Date.now() - 15_000)
      return respond({
        renewed,
        others: others.map(([id, row]) => ({ id, version: row.version, age: Date.now() - row.seenAt })),
      })
    },
    async write(process: string, version: number, changes: AgentChange[]) {
      const renewed = rows.has(process)
      const { agents } = renew(process, version)
      for (const { agent, online } of changes)
        if (online) agents.set(agent.join(), agent)
        else agents.delete(agent.join())
      return respond({ renewed })
    },
    async read(processes) {
      await state.reads
      const found = [...rows].filter(([id]) => processes.includes(id))
      return found.map(([id, { version, agents }]) => ({ id, version, agents: [...agents.values()] }))
    },
    async remove(process) {
      rows.delete(process)
    },
  }
  return { state, store }
}

/** Processes with fake timers and a bus each, which `connect` joins: what one publishes reaches the others. */
export function fakeProcesses() {
  vi.useFakeTimers({ now: 0 })
  const { state, store } = memoryStore()
  const network = { isUp: true }
  const buses: ReturnType<typeof createLocalBus>[] = []
  const errors: unknown[] = []
  function start() {
    const bus = createLocalBus(never)
    const publish: typeof bus.publish = (subject, message) => {
      bus.publish(subject, message)
      if (network.isUp && !self.isDead)
        for (const other of buses) if (other !== bus) other.publish(subject, message)
    }
    const self = { isDead: false, gaps: 0 }
    bus.onGap(() => (self.gaps += 1))
    const presence = createPresence({
      db: null as never,
      bus: { ...bus, publish },
      store: {
        ...store,
        heartbeat: (...of) => (self.isDead ? new Promise(() => {}) : store.heartbeat(...of)),
      },
      onError: (error) => errors.push(error),
    })
    buses.push(bus)
    return Object.assign(self, presence)
  }
  return { start, state, network, errors }
}
