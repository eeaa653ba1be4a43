import type { OfferOutcome } from '@parley/protocol/call'
import type { CallEnd } from './call-state.ts'

/** Routing rules as pure functions (SPEC C3). Timestamps sort as text. */

/** An agent who can take calls: available, with a microphone, in a panel that is open or may be reconnecting. */
export interface PossibleAgent {
  agent_id: string
  idle_since: string
  /** A panel is open. Otherwise it has just closed, as during a restart, and the agent is waited for like a busy one. */
  connected: boolean
  /** Connected and not ringing, in a call or in wrap-up. */
  free: boolean
}

export interface PastOffer {
  agent_id: string
  outcome: OfferOutcome
  ended_at: string | null
}

/** The team that a call rings first, or alone. */
export interface CallTeam {
  /** Share of the capacity in use by member, if the team assigns by it; otherwise 0. */
  shares: ReadonlyMap<string, number>
  /** Then everyone is rung; null: never. */
  until: string | null
}

export interface WaitingCall {
  id: string
  dedicated_agent_id: string | null
  /** null: it rings everyone. */
  team: CallTeam | null
  offers: PastOffer[]
}

type Reach = Pick<WaitingCall, 'dedicated_agent_id' | 'team'>

const isInTeam = ({ dedicated_agent_id: dedicated, team }: Reach, agentId: string): boolean =>
  team === null || team.shares.has(agentId) || agentId === dedicated

/** The agents at whom the call may ring before it ends. The dedicated agent needs not be in the team. */
export const reachableAgents = <Agent extends { agent_id: string }>(call: Reach, agents: Agent[]): Agent[] =>
  call.team === null || call.team.until !== null
    ? agents
    : agents.filter(({ agent_id }) => isInTeam(call, agent_id))

/** The team's turn lasts until its time is over, or each member who can take calls had an offer. A busy one is waited for. */
const isTeamsTurn = (call: WaitingCall, agents: PossibleAgent[], now: string): boolean => {
  const { team } = call
  if (team === null) return false
  if (team.until === null) return true
  return (
    now < team.until &&
    agents.some(({ agent_id }) => team.shares.has(agent_id) && offersTo(call, agent_id) === 0)
  )
}

/** An agent who declined a call is not offered it again for this long. */
export const declineCooldownMs = 30_000

const isCooling = ({ offers }: WaitingCall, agentId: string, now: string): boolean =>
  offers.some(
    ({ agent_id, outcome, ended_at }) =>
      agent_id === agentId &&
      outcome === 'declined' &&
      ended_at !== null &&
      Date.parse(ended_at) + declineCooldownMs > Date.parse(now),
  )

const offersTo = ({ offers }: WaitingCall, agentId: string): number =>
  offers.filter(({ agent_id }) => agent_id === agentId).length

/**
 * Picks the free dedicated agent first, then among the agents with the fewest offers of this call: in the team's turn its members,
 * by load if the team assigns by it; otherwise the longest idle. No agent gets a second offer before every other agent had a
 * first, even if that means waiting for a busy one.
 */
export function chooseAgent(call: WaitingCall, all: PossibleAgent[], now: string): PossibleAgent | null {
  const turn = isTeamsTurn(call, all, now) ? call.team : null
  const agents = turn === null ? all : all.filter(({ agent_id }) => isInTeam(call, agent_id))
  const open = agents.filter(({ agent_id, free }) => free && !isCooling(call, agent_id, now))
  if (open.length === 0) return null
  const dedicated = open.find(({ agent_id }) => agent_id === call.dedicated_agent_id)
  if (dedicated && offersTo(call, dedicated.agent_id) === 0) return dedicated
  const fewest = Math.min(...agents.map(({ agent_id }) => offersTo(call, agent_id)))
  let chosen: PossibleAgent | null = null
  for (const agent of open) {
    if (offersTo(call, agent.agent_id) === fewest && (chosen === null || isBefore(agent, chosen, turn)))
      chosen = agent
  }
  return chosen
}

function isBefore(one: PossibleAgent, other: PossibleAgent, team: CallTeam | null): boolean {
  const share = ({ agent_id }: PossibleAgent) => team?.shares.get(agent_id) ?? 0
  if (share(one) !== share(other)) return share(one) < share(other)
  return one.idle_since === other.idle_since
    ? one.agent_id < other.agent_id
    : one.idle_since < other.idle_since
}

/** Assigns free agents to waiting calls, in queue order (call-queue.ts). */
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

/** Agents whom the call can reach and who have had fewer offers of it than this one. */
const agentsLeft = (call: WaitingCall, agentId: string, agents: PossibleAgent[]): PossibleAgent[] => {
  const had = offersTo(call, agentId)
  return reachableAgents(call, agents).filter(({ agent_id }) => offersTo(call, agent_id) < had)
}

/** Whether this agent can take calls and has a panel open. */
export const isConnected = (agents: PossibleAgent[], agentId: string): boolean =>
  agents.some(({ agent_id, connected }) => agent_id === agentId && connected)

/** Agents for whom a call waits after its ring at this agent. Without this agent, nothing would end a wait for others who do not come back. */
export const waitedFor = (agents: PossibleAgent[], agentId: string): PossibleAgent[] =>
  isConnected(agents, agentId) ? agents : agents.filter(({ connected }) => connected)

/** How long a ring that is kept goes on at a time: enough to see that others are back or gone. */
export const keptRingSeconds = 5

/**
 * Whether only agents whose panels may be reconnecting keep the call from ending. The ring at this agent is then not ended before
 * they are connected or gone: a call without a ring would wait for them until its queue timeout.
 */
export function awaitsReconnect(call: WaitingCall, agentId: string, agents: PossibleAgent[]): boolean {
  const left = agentsLeft(call, agentId, agents)
  return left.length > 0 && left.every(({ connected }) => !connected)
}

/**
 * Decides what follows an unanswered offer. The call continues while any agent it can reach, busy or not, has had fewer offers of it
 * than the last agent; otherwise it ends.
 * @param call includes the offer that has just ended
 */
export function afterOffer(
  call: WaitingCall,
  ended: { agent_id: string; outcome: keyof typeof nobodyLeft },
  agents: PossibleAgent[],
): CallEnd | 'goes_on' {
  return agentsLeft(call, ended.agent_id, agents).length > 0 ? 'goes_on' : nobodyLeft[ended.outcome]
}

/** Offers in a row that an agent may let expire before they are set to away (SPEC C15). */
const maxMissedInARow = 2

/** The desk columns that routing reads and writes. */
export interface DeskState {
  availability: 'available' | 'away'
  away_because: 'chosen' | 'missed_offers' | null
  missed_in_a_row: number
  idle_since: string
  changed_at: string
}

/** Desk changes after an unanswered offer: the agent moves to the end of the rotation. */
export function deskAfter(
  desk: Pick<DeskState, 'availability' | 'missed_in_a_row'>,
  outcome: keyof typeof nobodyLeft,
  now: string,
): Partial<DeskState> {
  if (outcome === 'disconnected') return { idle_since: now }
  if (outcome === 'declined') return { idle_since: now, missed_in_a_row: 0 }
  const missed = desk.missed_in_a_row + 1
  if (missed < maxMissedInARow || desk.availability === 'away')
    return { idle_since: now, missed_in_a_row: missed }
  return {
    idle_since: now,
    missed_in_a_row: missed,
    availability: 'away',
    away_because: 'missed_offers',
    changed_at: now,
  }
}
