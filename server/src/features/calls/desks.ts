import type { Desk } from '@parley/protocol/call-view'
import { randomUUID } from 'node:crypto'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import type { CallChanges } from './call-changes.ts'
import type { CallNews } from './call-news.ts'
import type { Pictures } from './call-pictures.ts'
import { after, agentLeft } from './call-state.ts'
import { liveCallsOfAgent } from './call-store.ts'
import {
  closeAll,
  forgetPresence,
  isSeen,
  lockDesk,
  markLeft,
  markSeen,
  updateDesk,
  type DeskRow,
} from './desk-store.ts'
import type { Matching } from './matching.ts'

export interface AgentKey {
  organizationId: string
  agentId: string
}

/** How often a process says that its agents are there, in milliseconds, and how long that holds, in seconds. */
const sayEvery = 5000
const seenFor = 15
/** A panel that was loaded anew is back within this many seconds; only then its offer passes on. */
const comesBackWithin = 5

export type Desks = ReturnType<typeof createDesks>

/** Whether agents can be rung: what they decided, and the open panels that this process holds. */
export function createDesks(deps: {
  db: Database
  clock: Clock
  news: CallNews
  matching: Matching
  changes: CallChanges
  pictures: Pictures
  actAt: (moment: string) => void
  onSurprise: (error: unknown) => void
}) {
  const { db, clock, matching, news } = deps
  const process = randomUUID()
  /** agent -> their panels here, each with whether it may use a microphone */
  const open = new Map<string, Map<AgentSession, boolean>>()
  let saidAt = clock()
  let saying: Promise<unknown> = Promise.resolve()
  let stopped = false
  const leaving = new Set<Promise<void>>()

  const hasMicrophone = (agentId: string) => [...(open.get(agentId)?.values() ?? [])].includes(true)
  const now = () => timestamp(clock())

  /** One statement for all agents of this process: where it dies, they lapse. */
  async function sayWhoIsHere(): Promise<void> {
    saidAt = clock()
    const agents = [...open.keys()].map((agentId) => ({
      agent_id: agentId,
      microphone: hasMicrophone(agentId),
    }))
    if (agents.length === 0 || stopped) return
    saying = markSeen(db, process, agents, after(now(), seenFor))
    await saying
  }

  async function changeDesk(
    { organizationId, agentId }: AgentKey,
    change: (desk: DeskRow, now: string) => Partial<DeskRow> | null,
  ): Promise<void> {
    const told = news.gather()
    await db.transaction().execute(async (trx) => {
      const moment = now()
      const update = change(await lockDesk(trx, organizationId, agentId, moment), moment)
      if (update) await updateDesk(trx, agentId, update)
    })
    told.agent(organizationId, agentId)
    told.tell()
    matching.matchSoon(organizationId)
  }

  async function leave(session: AgentSession, { organizationId, agentId }: AgentKey): Promise<void> {
    const panels = open.get(agentId)
    if (!panels?.delete(session)) return
    if (stopped) return
    if (panels.size > 0) {
      await sayWhoIsHere()
      return
    }
    open.delete(agentId)
    await sayGone({ organizationId, agentId })
  }

  async function sayGone({ organizationId, agentId }: AgentKey): Promise<void> {
    // What is being said at this moment may still say that they are here.
    await saying.catch(() => {})
    if (open.has(agentId) || stopped) return
    const until = after(now(), comesBackWithin)
    await markLeft(db, process, agentId, until)
    deps.actAt(until)
    news.tellLists(organizationId)
  }

  function leaveSafely(session: AgentSession, agent: AgentKey): void {
    const work = leave(session, agent)
      .catch(deps.onSurprise)
      .finally(() => leaving.delete(work))
    leaving.add(work)
  }

  /** A panel opens, or learns that it may use a microphone. */
  async function openDesk(session: AgentSession, agent: AgentKey, microphone: boolean): Promise<Desk> {
    const { agentId, organizationId } = agent
    const panels = open.get(agentId) ?? new Map<AgentSession, boolean>()
    const isNew = !panels.has(session)
    if (!session.closed) {
      open.set(agentId, panels)
      panels.set(session, microphone)
      if (isNew) session.context.leave.push(() => leaveSafely(session, agent))
    }
    const told = news.gather()
    await db.transaction().execute(async (trx) => {
      const moment = now()
      await lockDesk(trx, organizationId, agentId, moment)
      const wasThere = await isSeen(trx, agentId, moment)
      await markSeen(
        trx,
        process,
        [{ agent_id: agentId, microphone: hasMicrophone(agentId) }],
        after(moment, seenFor),
      )
      // Idle begins with being there.
      if (!wasThere) await updateDesk(trx, agentId, { idle_since: moment, changed_at: moment })
    })
    // It may have closed meanwhile, and said so before this was written.
    if (session.closed) await sayGone(agent)
    told.agent(organizationId, agentId)
    told.tell()
    matching.matchSoon(organizationId)
    return deps.pictures.desk(agentId)
  }

  return {
    open: openDesk,
    panelsOf: (agentId: string): AgentSession[] => [...(open.get(agentId)?.keys() ?? [])],

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
      return deps.pictures.desk(agent.agentId)
    },

    /** The pause after a call is over before its time. */
    async wrappedUp(agent: AgentKey): Promise<Desk> {
      await changeDesk(agent, (desk, moment) =>
        desk.wrap_up_until === null || desk.wrap_up_until <= moment
          ? null
          : { wrap_up_since: null, wrap_up_until: null, idle_since: moment },
      )
      return deps.pictures.desk(agent.agentId)
    },

    /** Somebody who was removed from the organization is rung no more, and speaks with none of its customers any longer. */
    async release(organizationId: string, agentId: string): Promise<void> {
      await forgetPresence(db, agentId)
      await passRingingOn({ organizationId, agentId }, 'disconnected')
      await endCallOf(agentId)
    },

    /** Before this process looks at who has lapsed: its own are here, however long it slept. */
    async sayIfDue(): Promise<void> {
      if (clock() - saidAt >= sayEvery) await sayWhoIsHere()
    },

    /** Panels that have closed are written down. */
    async settled(): Promise<void> {
      await Promise.all(leaving)
    },

    /** Before the sockets are told to come back: nobody new is rung here, and what rings waits until it would lapse. */
    async stop(): Promise<void> {
      stopped = true
      await saying.catch(() => {})
      await closeAll(db, process)
    },
  }

  async function endCallOf(agentId: string): Promise<void> {
    const call = (await liveCallsOfAgent(db, agentId)).find(({ phase }) => phase !== 'ringing')
    if (!call) return
    await deps.changes.change(call, async (locked) => {
      const { phase, agent_id: answeredBy } = locked.call
      if (answeredBy === agentId && (phase === 'connecting' || phase === 'active'))
        await deps.changes.end(locked, agentLeft(locked.call))
    })
  }

  /** Whoever goes away while it rings has declined. */
  async function passRingingOn(
    agent: AgentKey,
    outcome: 'declined' | 'disconnected' = 'declined',
  ): Promise<void> {
    const call = (await liveCallsOfAgent(db, agent.agentId)).find(({ phase }) => phase === 'ringing')
    if (!call) return
    await deps.changes.change(call, async (locked) => {
      const rings = await deps.changes.ringing(locked)
      if (rings?.agent_id === agent.agentId) await deps.changes.passOn(locked, rings, outcome)
    })
  }
}
