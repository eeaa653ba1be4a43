import { useSyncExternalStore } from 'react'
import type { AgentSession } from '@parley/client/session/agent-session'
import { createStore } from '@parley/client/state/store'
import type { CustomerLooks, Look } from '@parley/protocol/look'

/** Colleagues by customer, without empty lists. */
type Looks = ReadonlyMap<string, readonly Look[]>

const nobody: readonly Look[] = []
const looks = createStore<Looks>(new Map())

/** Keeps the colleagues' looks current. Returns a function that stops it. */
export function followLooks(session: AgentSession, agentId: string): () => void {
  const apply = (before: Looks, customers: readonly CustomerLooks[]) => {
    const next = new Map(before)
    for (const { customer_id: customerId, looks: all } of customers) {
      const colleagues = all.filter(({ agent }) => agent.id !== agentId)
      if (colleagues.length === 0) next.delete(customerId)
      else next.set(customerId, colleagues)
    }
    looks.set(next)
  }
  const reload = async () => {
    const result = await session.request('desk.looks', {})
    if (result.ok) apply(new Map(), result.value.customers)
  }
  session.on('desk.looks', ({ customers }) => apply(looks.get(), customers))
  const stop = session.onLive(() => {
    void reload()
  })
  return () => {
    stop()
    looks.set(new Map())
  }
}

/** Colleagues who view or write in this customer's conversation. */
export const useColleagueLooks = (customerId: string): readonly Look[] =>
  useSyncExternalStore(looks.subscribe, () => looks.get().get(customerId) ?? nobody)
