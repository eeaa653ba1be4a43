import type { Desk } from '@parley/protocol/call-view'
import { randomUUID } from 'node:crypto'
import { hasPassed, timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import type { CallChanges } from './call-changes.ts'
import type { CallEvents } from './call-events.ts'
import type { CallViews } from './call-views.ts'
import { after } from './call-state.ts'
import { findCall, liveCallsOfAgent } from './call-store.ts'
import {
  closeAll,
  forgetPresence,
  isSeen,
  markLeft,
  markSeen,
  reconnectGraceSeconds,
  type AgentRings,
} from './desk-presence.ts'
import { lockDesk, updateDesk, type DeskRow } from './desk-store.ts'
import type { Matching } from './matching.ts'
import { openTransfer, transferTo } from './transfer-store.ts'

export interface AgentKey {
  organizationId: string
  agentId: string
}

/** How often a process renews the presence of its agents. */
const presenceIntervalMs = 5000

export type Desks = ReturnType<typeof createDesks>

/** Whether agents can take calls: their chosen availability and the panels connected to this process. */
export function createDesks(deps: {
  db: Database
  clock: Clock
  events: CallEvents
  matching: Matching
  changes: CallChanges
  views: CallViews
  actAt: (moment: string) => void
  onError: (error: unknown) => void
}) {
  const { db, clock, matching, events } = deps
  const process = randomUUID()
  /** agent -> panels connected to this process, each with whether it may use a microphone */
  const open = new Map<string, Map<AgentSession, boolean>>()
  let renewedAt = clock()
  let renewing: Promise<unknown> = Promise.resolve()
  let onRings: (rings: AgentRings[]) => void = () => {}
  let heartbeat: Promise<void> | null = null
  let stopped = false
  const leaving = new Set<Promise<void>>()

  const hasMicrophone = (agentId: string) => [...(open.get(agentId)?.values() ?? [])].includes(true)
  const now = () => timestamp(clock())

  /** Renews all agents of this process in one statement. When the process dies, their presence expires. */
  async function renewPresence(): Promise<void> {
    const startedAt = clock()
    const agents = [...open.keys()].map((agentId) => ({
      agent_id: agentId,
      microphone: hasMicrophone(agentId),
    }))
    if (stopped) return
    if (agents.length > 0) {
      const renewal = markSeen(db, process, agents, clock)
      renewing = renewal
      onRings(await renewal)
    }
    renewedAt = startedAt
  }

  async function changeDesk(
    { organizationId, agentId }: AgentKey,
    change: (desk: DeskRow, now: string) => Partial<DeskRow> | null,
  ): Promise<void> {
    const collected = events.collect()
    await db.transaction().execute(async (trx) => {
      const moment = now()
      const update = change(await lockDesk(trx, organizationId, agentId, moment), moment)
      if (update) await updateDesk(trx, agentId, update)
    })
    collected.agent(organizationId, agentId)
    collected.publish()
    matching.matchSoon(organizationId)
  }

  async function leave(session: AgentSession, { organizationId, agentId }: AgentKey): Promise<void> {
    const panels = open.get(agentId)
    if (!panels?.delete(session)) return
    if (stopped) return
    if (panels.size > 0) {
      await renewPresence()
      return
    }
    open.delete(agentId)
    await recordLeft({ organizationId, agentId })
  }

  async function recordLeft({ organizationId, agentId }: AgentKey): Promise<void> {
    // A renewal in flight may still include this agent.
    await renewing.catch(() => {})
    if (open.has(agentId) || stopped) return
    await markLeft(db, process, agentId, clock)
    deps.actAt(after(now(), reconnectGraceSeconds))
    events.announceLists(organizationId)
  }

  function leaveInBackground(session: AgentSession, agent: AgentKey): void {
    const work = leave(session, agent)
      .catch(deps.onError)
      .finally(() => leaving.delete(work))
    leaving.add(work)
  }

  /** Registers a panel, or updates whether it may use a microphone. A stopping process only returns the desk. */
  async function openDesk(session: AgentSession, agent: AgentKey, microphone: boolean): Promise<Desk> {
    const { agentId, organizationId } = agent
    if (stopped) return deps.views.desk(agentId)
    const panels = open.get(agentId) ?? new Map<AgentSession, boolean>()
    const isNew = !panels.has(session)
    if (!session.closed) {
      open.set(agentId, panels)
      panels.set(session, microphone)
      if (isNew) session.context.leave.push(() => leaveInBackground(session, agent))
    }
    const collected = events.collect()
    await db.transaction().execute(async (trx) => {
      const moment = now()
      await lockDesk(trx, organizationId, agentId, moment)
      const wasThere = await isSeen(trx, agentId, clock)
      await markSeen(trx, process, [{ agent_id: agentId, microphone: hasMicrophone(agentId) }], clock)
      // Idle time starts when the agent comes online.
      if (!wasThere) await updateDesk(trx, agentId, { idle_since: moment, changed_at: moment })
    })
    // The socket may have closed before the presence was written.
    if (session.closed) await recordLeft(agent)
    // The process may have begun to stop meanwhile.
    if (stopped) await closeAll(db, process)
    collected.agent(organizationId, agentId)
    collected.publish()
    matching.matchSoon(organizationId)
    return deps.views.desk(agentId)
  }

  return {
    open: openDesk,
    panelsOf: (agentId: string): AgentSession[] => [...(open.get(agentId)?.keys() ?? [])],

    /** Agents with an open panel in this process. */
    agentsWithPanels: (): string[] => [...open.keys()],

    /** Calls it with each renewal of presence, for all agents with a panel in this process. */
    onRings(listener: typeof onRings): void {
      onRings = listener
    },

    async setAvailability(agent: AgentKey, availability: 'available' | 'away'): Promise<Desk> {
      await changeDesk(agent, (desk, moment) => {
        if (availability === 'away') {
          return {
            availability,
            away_because: 'chosen',
            ...(desk.availability !== 'away' && { changed_at: moment }),
          }
        }
        if (desk.availability === 'available') return { missed_in_a_row: 0 }
        return {
          availability,
          away_because: null,
          missed_in_a_row: 0,
          changed_at: moment,
          ...(desk.wrap_up_until === null && { idle_since: moment }),
        }
      })
      if (availability === 'away') await passRingingOn(agent)
      return deps.views.desk(agent.agentId)
    },

    /** Ends the wrap-up time early. */
    async wrappedUp(agent: AgentKey): Promise<Desk> {
      await changeDesk(agent, (desk, moment) =>
        desk.wrap_up_until === null || desk.wrap_up_until <= moment
          ? null
          : { wrap_up_since: null, wrap_up_until: null, idle_since: moment },
      )
      return deps.views.desk(agent.agentId)
    },

    /** Stops offering calls to a removed agent, and ends the call they are in unless a colleague is about to take it. */
    async release(organizationId: string, agentId: string): Promise<void> {
      await forgetPresence(db, agentId)
      await passRingingOn({ organizationId, agentId }, 'disconnected')
      await leaveCallOf(agentId)
    },

    /** Runs before the sweep for expired presence: a process that was suspended renews its own agents first. */
    async heartbeatIfDue(): Promise<void> {
      if (!hasPassed(presenceIntervalMs, renewedAt, clock)) return
      heartbeat ??= renewPresence().finally(() => (heartbeat = null))
      await heartbeat
    },

    /** Resolves once all closed panels have been recorded. */
    async settled(): Promise<void> {
      await Promise.all(leaving)
    },

    /** Runs before the sockets drain: this process offers no new calls, and ringing offers stay until they expire. */
    async stop(): Promise<void> {
      stopped = true
      await renewing.catch(() => {})
      // What cannot be closed now expires.
      await closeAll(db, process).catch(deps.onError)
    },
  }

  /** As if the agent's browser had been gone for the grace period. */
  async function leaveCallOf(agentId: string): Promise<void> {
    const call = (await liveCallsOfAgent(db, agentId)).find(({ phase }) => phase !== 'ringing')
    if (!call) return
    await deps.changes.change(call, async (locked) => {
      const { phase, agent_id: answeredBy } = locked.call
      if (answeredBy !== agentId || (phase !== 'connecting' && phase !== 'active')) return
      await deps.changes.update(locked, { agent_until: locked.tx.now })
      await deps.changes.settleLocked(locked)
    })
  }

  /** An agent who sets themselves to away while a call rings declines it. */
  async function passRingingOn(
    agent: AgentKey,
    outcome: 'declined' | 'disconnected' = 'declined',
  ): Promise<void> {
    await endTransferTo(agent, outcome)
    const call = (await liveCallsOfAgent(db, agent.agentId)).find(({ phase }) => phase === 'ringing')
    if (!call) return
    await deps.changes.change(call, async (locked) => {
      const rings = await deps.changes.ringing(locked)
      if (rings?.agent_id === agent.agentId) await deps.changes.passOn(locked, rings, outcome)
    })
  }

  /** The same for a colleague's call. A private talk goes on. */
  async function endTransferTo({ agentId }: AgentKey, outcome: 'declined' | 'disconnected'): Promise<void> {
    const transfer = await transferTo(db, agentId)
    const call = transfer?.state === 'ringing' ? await findCall(db, transfer.call_id) : undefined
    if (!call) return
    await deps.changes.change(call, async (locked) => {
      const open = await openTransfer(locked.tx.db, call.id)
      if (open?.to_agent_id === agentId && open.state === 'ringing')
        await deps.changes.transfers.close(locked, open, outcome)
    })
  }
}
