import type { OfferOutcome } from '@parley/protocol/call'
import type { CallEnd } from './call-state.ts'

/** Who is rung (SPEC C3), without a database. Times are our timestamps, which sort as text. */

/** An agent who could take calls: available, with a microphone, in an open panel. `free`: at this very moment. */
export interface PossibleAgent {
  agent_id: string
  idle_since: string
  free: boolean
}

export interface PastOffer {
  agent_id: string
  outcome: OfferOutcome
  ended_at: string | null
}

export interface WaitingCall {
  id: string
  dedicated_agent_id: string | null
  offers: PastOffer[]
}

/** Whoever has declined a call is left alone with it for so long, in milliseconds. */
export const coolDown = 30_000

const isCooling = ({ offers }: WaitingCall, agentId: string, now: string): boolean =>
  offers.some(
    ({ agent_id, outcome, ended_at }) =>
      agent_id === agentId &&
      outcome === 'declined' &&
      ended_at !== null &&
      Date.parse(ended_at) + coolDown > Date.parse(now),
  )

const offersTo = ({ offers }: WaitingCall, agentId: string): number =>
  offers.filter(({ agent_id }) => agent_id === agentId).length

/**
 * The dedicated agent has the first offer if they are free; then whoever has been idle longest of those who have had the
 * fewest offers of this call. Nobody has a second one before all others had their first: a busy one is waited for.
 */
export function chooseAgent(call: WaitingCall, agents: PossibleAgent[], now: string): PossibleAgent | null {
  const open = agents.filter(({ agent_id, free }) => free && !isCooling(call, agent_id, now))
  if (open.length === 0) return null
  const dedicated = open.find(({ agent_id }) => agent_id === call.dedicated_agent_id)
  if (dedicated && offersTo(call, dedicated.agent_id) === 0) return dedicated
  const fewest = Math.min(...agents.map(({ agent_id }) => offersTo(call, agent_id)))
  let chosen: PossibleAgent | null = null
  for (const agent of open) {
    if (offersTo(call, agent.agent_id) === fewest && (chosen === null || isBefore(agent, chosen)))
      chosen = agent
  }
  return chosen
}

const isBefore = (one: PossibleAgent, other: PossibleAgent): boolean =>
  one.idle_since === other.idle_since ? one.agent_id < other.agent_id : one.idle_since < other.idle_since

/** Gives the agents who are free to the calls that wait, oldest call first. */
export function assign(
  calls: WaitingCall[],
  agents: PossibleAgent[],
  now: string,
): { call: WaitingCall; agent: PossibleAgent }[] {
  const left = agents.map((agent) => ({ ...agent }))
  let free = left.filter((agent) => agent.free).length
  const matches: { call: WaitingCall; agent: PossibleAgent }[] = []
  for (const call of calls) {
    if (free === 0) break
    const agent = chooseAgent(call, left, now)
    if (!agent) continue
    agent.free = false
    free -= 1
    matches.push({ call, agent })
  }
  return matches
}

const nobodyLeft: Record<'declined' | 'expired' | 'disconnected', CallEnd> = {
  declined: { status: 'rejected', reason: 'declined', ended_by: 'agent' },
  expired: { status: 'missed', reason: 'timeout', ended_by: 'system' },
  disconnected: { status: 'missed', reason: 'agent_disconnected', ended_by: 'system' },
}

/**
 * An offer has ended without a call. Somebody is left while one of those who could take calls, busy or not, has had fewer
 * offers of this call than the agent it was offered to last: it goes on to them. Else the call is over (state table).
 * @param call with the offer that has ended
 */
export function afterOffer(
  call: WaitingCall,
  ended: { agent_id: string; outcome: keyof typeof nobodyLeft },
  agents: PossibleAgent[],
): CallEnd | 'goes_on' {
  const had = offersTo(call, ended.agent_id)
  if (agents.some(({ agent_id }) => offersTo(call, agent_id) < had)) return 'goes_on'
  return nobodyLeft[ended.outcome]
}

/** An agent who lets so many offers in a row expire is away (SPEC C15). */
const missedAtMost = 2

/** What of a desk has to do with who is rung. */
export interface DeskState {
  availability: 'available' | 'away'
  away_because: 'chosen' | 'missed_offers' | null
  missed_in_a_row: number
  idle_since: string
  changed_at: string
}

/** An offer to this agent has come to nothing: the next call is somebody else's, for their place is at the end now. */
export function deskAfter(
  desk: Pick<DeskState, 'availability' | 'missed_in_a_row'>,
  outcome: keyof typeof nobodyLeft,
  now: string,
): Partial<DeskState> {
  if (outcome === 'disconnected') return { idle_since: now }
  if (outcome === 'declined') return { idle_since: now, missed_in_a_row: 0 }
  const missed = desk.missed_in_a_row + 1
  if (missed < missedAtMost || desk.availability === 'away')
    return { idle_since: now, missed_in_a_row: missed }
  return {
    idle_since: now,
    missed_in_a_row: missed,
    availability: 'away',
    away_because: 'missed_offers',
    changed_at: now,
  }
}
