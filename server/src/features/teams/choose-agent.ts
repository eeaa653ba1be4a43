import type { TeamStrategy } from '@parley/protocol/team'

/** A member of a team who is connected and not away. */
export interface Candidate {
  agent_id: string
  /** Open conversations, of any team. */
  load: number
  capacity: number
  /** Ringing, in a call or wrapping up: a call takes the whole capacity. */
  busy: boolean
  /** Position in the rotation: the smallest is next. */
  turn: number
  /** Since when the agent has had no new work, as text that sorts; null: no work yet. */
  idle_since: string | null
}

export const hasRoom = ({ busy, load, capacity }: Candidate): boolean => !busy && load < capacity

/** Picks the next agent with room; null if there is none. Ties are decided by rotation, then by id. */
export function chooseAgent(strategy: TeamStrategy, candidates: readonly Candidate[]): Candidate | null {
  if (strategy === 'manual') return null
  const order = orders[strategy]
  const [first = null] = candidates
    .filter(hasRoom)
    .toSorted((a, b) => order(a, b) || a.turn - b.turn || compare(a.agent_id, b.agent_id))
  return first
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Order = (a: Candidate, b: Candidate) => number

const orders: Record<Exclude<TeamStrategy, 'manual'>, Order> = {
  round_robin: () => 0,
  // By share of the capacity: with 3 of 10 an agent has more room than with 2 of 3.
  balanced: (a, b) => a.load / a.capacity - b.load / b.capacity,
  longest_idle: (a, b) => compare(a.idle_since ?? '', b.idle_since ?? ''),
}
