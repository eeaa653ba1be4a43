import type { CallSettings } from '@parley/protocol/call-settings'
import { compareInQueue } from '../features/calls/call-queue.ts'
import {
  accept,
  after,
  connect,
  finish,
  hangUp,
  nextDeadline,
  type CallEnd,
  type CallRow,
  type Side,
} from '../features/calls/call-state.ts'
import {
  afterOffer,
  assign,
  awaitsReconnect,
  declineCooldownMs,
  deskAfter,
  isConnected,
  keptRingSeconds,
  waitedFor,
  type CallTeam,
  type DeskState,
  type PastOffer,
  type PossibleAgent,
} from '../features/calls/routing.ts'

export interface ModelOffer extends PastOffer {
  expires_at: string
}

export interface ModelCall extends CallRow {
  offers: ModelOffer[]
  team: CallTeam | null
}

export interface ModelDesk extends DeskState {
  agent_id: string
  wrap_up_until: string | null
  /** Keyed by process. */
  panels: Map<string, { open: boolean; seen_until: string }>
}

const panelTtlSeconds = 15
const panelGraceSeconds = 5
const heartbeatIntervalMs = 5000

/** Called when an agent is rung, or when no agent is left, with the agents present. */
export type OnRing = (call: ModelCall, agentId: string, agents: PossibleAgent[], now: string) => void

/**
 * In-memory model of one organization's calls and desks, with the production rules (call-state.ts, routing.ts). The database
 * must reach the same state after the same steps. The test advances `now`.
 */
export function createCallModel(options: { settings: CallSettings; onRing?: OnRing; onNobodyLeft?: OnRing }) {
  const { settings } = options
  const desks = new Map<string, ModelDesk>()
  const live = new Map<string, ModelCall>()
  const over: ModelCall[] = []
  const processes = new Map<string, { heartbeatAt: number }>()
  const model = { now: '', desks, live, over, processes }

  const isSeen = (desk: ModelDesk) => [...desk.panels.values()].some((panel) => panel.seen_until > model.now)
  const ringing = (call: ModelCall) => call.offers.find(({ outcome }) => outcome === 'ringing')
  const deskOf = (agentId: string) => {
    const desk = desks.get(agentId)
    if (!desk) throw new Error('No such desk')
    return desk
  }

  function possible(): PossibleAgent[] {
    const calls = [...live.values()]
    return [...desks.values()]
      .filter((desk) => desk.availability === 'available' && isSeen(desk))
      .map(({ agent_id, idle_since, wrap_up_until, panels }) => {
        const connected = [...panels.values()].some((panel) => panel.open && panel.seen_until > model.now)
        const isBusy = calls.some(
          (call) =>
            ringing(call)?.agent_id === agent_id ||
            (call.agent_id === agent_id && (call.phase === 'connecting' || call.phase === 'active')),
        )
        const hasWrappedUp = wrap_up_until === null || wrap_up_until <= model.now
        return { agent_id, idle_since, connected, free: connected && hasWrappedUp && !isBusy }
      })
  }

  /** Excludes calls whose deadline has passed but was not processed yet. */
  const waiting = () =>
    [...live.values()]
      .filter((call) => call.phase === 'pending' && (nextDeadline(call)?.at ?? '') > model.now)
      .sort(compareInQueue)

  function match(): void {
    const agents = possible()
    for (const { call, agent } of assign(waiting(), agents, model.now)) {
      const rings = live.get(call.id)
      if (!rings) continue
      options.onRing?.(rings, agent.agent_id, agents, model.now)
      const full = after(model.now, settings.offer_seconds)
      const cut = rings.queue_until !== null && rings.queue_until < full ? rings.queue_until : full
      rings.offers.push({ agent_id: agent.agent_id, outcome: 'ringing', ended_at: null, expires_at: cut })
      rings.phase = 'ringing'
      rings.agent_id = agent.agent_id
      const own = agents.find(({ agent_id }) => agent_id === agent.agent_id)
      if (own) own.free = false
    }
  }

  function closeOffer(offer: ModelOffer, outcome: ModelOffer['outcome']): void {
    offer.outcome = outcome
    offer.ended_at = model.now
  }

  function end(call: ModelCall, how: CallEnd): void {
    if (call.phase === 'over') throw new Error('A call ended twice')
    const offer = ringing(call)
    if (offer) closeOffer(offer, 'withdrawn')
    Object.assign(call, finish(call, how, model.now))
    live.delete(call.id)
    over.push(call)
    if (call.accepted_at !== null && call.agent_id !== null) {
      const until = after(model.now, settings.wrap_up_seconds)
      const wrapUp = settings.wrap_up_seconds === 0 ? null : until
      Object.assign(deskOf(call.agent_id), { idle_since: until, wrap_up_until: wrapUp })
    }
  }

  function passOn(call: ModelCall, offer: ModelOffer, outcome: 'declined' | 'expired' | 'disconnected') {
    closeOffer(offer, outcome)
    const desk = deskOf(offer.agent_id)
    Object.assign(desk, deskAfter(desk, outcome, model.now))
    const agents = waitedFor(possible(), offer.agent_id)
    const next = afterOffer(call, { agent_id: offer.agent_id, outcome }, agents)
    if (next === 'goes_on') {
      call.phase = 'pending'
    } else {
      options.onNobodyLeft?.(call, offer.agent_id, agents, model.now)
      end(call, next)
    }
    match()
  }

  function keepRinging(call: ModelCall, offer: ModelOffer): boolean {
    const agents = possible()
    if (!awaitsReconnect(call, offer.agent_id, agents)) return false
    const until = after(model.now, keptRingSeconds)
    if (isConnected(agents, offer.agent_id))
      offer.expires_at = call.queue_until !== null && call.queue_until < until ? call.queue_until : until
    return true
  }

  function settleCall(call: ModelCall): void {
    while (call.phase !== 'over') {
      const offer = ringing(call)
      const deadline = nextDeadline(call)
      const due = deadline !== null && deadline.at <= model.now ? deadline : null
      const isOver = offer && offer.expires_at <= model.now && (due === null || offer.expires_at < due.at)
      if (offer && isOver && !keepRinging(call, offer)) passOn(call, offer, 'expired')
      else if (due) end(call, due.end)
      else if (offer && !isSeen(deskOf(offer.agent_id)) && !keepRinging(call, offer))
        passOn(call, offer, 'disconnected')
      else return
    }
  }

  return Object.assign(model, {
    possible,
    ringing,
    waiting,
    start(call: CallRow): 'nobody_available' | ModelCall {
      if (!possible().some(({ connected }) => connected) && settings.nobody === 'message')
        return 'nobody_available'
      const placed: ModelCall = { ...call, team: null, offers: [] }
      live.set(call.id, placed)
      match()
      return placed
    },
    accept(agentId: string, callId: string, peer: string): 'won' | 'offer_gone' {
      const call = live.get(callId)
      const offer = call && ringing(call)
      if (!call || offer?.agent_id !== agentId) return 'offer_gone'
      const hasWaited = call.queue_until !== null && call.queue_until <= model.now
      if (offer.expires_at <= model.now && (hasWaited || !keepRinging(call, offer))) return 'offer_gone'
      closeOffer(offer, 'accepted')
      deskOf(agentId).missed_in_a_row = 0
      Object.assign(call, accept(call, agentId, peer, model.now))
      return 'won'
    },
    decline(agentId: string): void {
      for (const call of live.values()) {
        const offer = ringing(call)
        if (offer?.agent_id !== agentId) continue
        passOn(call, offer, 'declined')
        return
      }
    },
    connected(call: ModelCall): void {
      if (call.phase === 'connecting') Object.assign(call, connect(call, model.now))
    },
    hangUp(call: ModelCall, side: Side, reason?: 'media_failed'): void {
      end(call, hangUp(call, side, reason))
      match()
    },
    alive(call: ModelCall, side: Side): void {
      const until = after(model.now, settings.grace_seconds)
      if (side === 'customer') call.customer_until = until
      else if (call.accepted_at !== null) call.agent_until = until
    },
    open(agentId: string, process: string): void {
      const desk: ModelDesk = desks.get(agentId) ?? {
        agent_id: agentId,
        availability: 'available',
        away_because: null,
        missed_in_a_row: 0,
        idle_since: model.now,
        changed_at: model.now,
        wrap_up_until: null,
        panels: new Map(),
      }
      desks.set(agentId, desk)
      if (!isSeen(desk)) Object.assign(desk, { idle_since: model.now, changed_at: model.now })
      desk.panels.set(process, { open: true, seen_until: after(model.now, panelTtlSeconds) })
      match()
    },
    close(agentId: string, process: string): void {
      const panel = deskOf(agentId).panels.get(process)
      if (panel) Object.assign(panel, { open: false, seen_until: after(model.now, panelGraceSeconds) })
    },
    away(agentId: string): void {
      Object.assign(deskOf(agentId), { availability: 'away', away_because: 'chosen' })
      // The agents who remain may all have missed a call that waits: it goes round again.
      match()
      this.decline(agentId)
    },
    back(agentId: string): void {
      const desk = deskOf(agentId)
      desk.missed_in_a_row = 0
      if (desk.availability === 'available') return
      Object.assign(desk, { availability: 'available', away_because: null, changed_at: model.now })
      if (desk.wrap_up_until === null) desk.idle_since = model.now
      match()
    },
    wrappedUp(agentId: string): void {
      const desk = deskOf(agentId)
      if (desk.wrap_up_until === null || desk.wrap_up_until <= model.now) return
      Object.assign(desk, { wrap_up_until: null, idle_since: model.now })
      match()
    },
    /** A process's sweep: renews its panels, then processes what is due. */
    look(process: string): void {
      const known = processes.get(process)
      const moment = Date.parse(model.now)
      if (known && moment - known.heartbeatAt >= heartbeatIntervalMs) {
        known.heartbeatAt = moment
        for (const { panels } of desks.values()) {
          const panel = panels.get(process)
          if (panel?.open) panel.seen_until = after(model.now, panelTtlSeconds)
        }
      }
      for (const desk of desks.values()) {
        for (const [name, panel] of desk.panels) if (panel.seen_until <= model.now) desk.panels.delete(name)
        if (desk.wrap_up_until !== null && desk.wrap_up_until <= model.now) desk.wrap_up_until = null
      }
      for (const call of live.values()) settleCall(call)
      match()
    },
    /** The next deadline. */
    nextDue(): string | null {
      const moments = [...live.values()].flatMap((call) => {
        const cooling =
          call.phase === 'pending'
            ? call.offers.flatMap(({ outcome, ended_at }) =>
                outcome === 'declined' && ended_at !== null ? after(ended_at, declineCooldownMs / 1000) : [],
              )
            : []
        return [nextDeadline(call)?.at ?? '', ringing(call)?.expires_at ?? '', ...cooling]
      })
      for (const { wrap_up_until: until, panels } of desks.values()) {
        moments.push(until ?? '', ...[...panels.values()].map((panel) => panel.seen_until))
      }
      const future = moments.filter((moment) => moment > model.now).sort()
      return future[0] ?? null
    },
  })
}
export type CallModel = ReturnType<typeof createCallModel>
