import type { CallSignalParams } from '@parley/protocol/call-view'
import type { Bus } from '../../core/bus/bus.ts'
import type { AgentSession, WidgetSession } from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { CallRow, Side } from './call-state.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** Relayed between the browsers of a call, whichever processes hold their sockets (SPEC C9). */
    'call.signal': { by: Side; params: CallSignalParams }
  }
}

type Session = AgentSession | WidgetSession

/** A socket of this process that has joined a call, and the peer connection it signals for. */
export interface Participant {
  readonly session: Session
  readonly callId: string
  readonly side: Side
  readonly peer: string
  /** Revision of the call when the socket joined. Older views of the call do not concern this participant. */
  revision: number
}

export type CallSignaling = ReturnType<typeof createCallSignaling>

const otherSide = { customer: 'agent', agent: 'customer' } as const

/** Tracks which socket signals for which side of a call, and relays signals between them. Nothing is stored. */
export function createCallSignaling(deps: { bus: Bus }) {
  const { bus } = deps
  const byCall = new Map<string, Partial<Record<Side, Participant>>>()
  const bySession = new WeakMap<Session, Participant>()
  /** Sockets with a registered cleanup, which runs when they close or change identity. */
  const bound = new WeakSet<Session>()

  function bind(session: Session): void {
    if (bound.has(session)) return
    bound.add(session)
    session.context.leave.push(() => {
      bound.delete(session)
      const participant = bySession.get(session)
      if (participant) leave(participant)
    })
  }

  function leave(participant: Participant): void {
    const { session, callId, side } = participant
    if (bySession.get(session) === participant) bySession.delete(session)
    const sides = byCall.get(callId)
    if (sides?.[side] !== participant) return
    delete sides[side]
    if (!sides.customer && !sides.agent) byCall.delete(callId)
  }

  const stop = bus.subscribe('call.signal', ({ by, params }) => {
    const receiver = byCall.get(params.call_id)?.[otherSide[by]]
    if (receiver?.peer === params.to) receiver.session.sendText(notificationFrame('call.signal', params))
  })

  return {
    /** A socket joins one call at a time and leaves the previous one. */
    join(session: Session, side: Side, call: Pick<CallRow, 'id' | 'revision'>, peer: string): void {
      if (session.closed) return
      const { id: callId, revision } = call
      const before = bySession.get(session)
      if (before?.callId === callId && before.peer === peer) {
        before.revision = revision
        return
      }
      if (before) leave(before)
      const replaced = byCall.get(callId)?.[side]
      if (replaced) leave(replaced)
      const participant: Participant = { session, callId, side, peer, revision }
      bySession.set(session, participant)
      const sides = byCall.get(callId) ?? {}
      byCall.set(callId, sides)
      sides[side] = participant
      bind(session)
    },
    /** Peer connection id this socket signals for. null: it has not joined, or was replaced. */
    peerOf(session: Session, callId: string): string | null {
      const participant = bySession.get(session)
      return participant?.callId === callId ? participant.peer : null
    },
    of: (callId: string, side: Side): Participant | undefined => byCall.get(callId)?.[side],
    /** Removes sockets whose peer connection was replaced, and all of them once the call is over. */
    prune(call: CallRow): void {
      const sides = byCall.get(call.id)
      for (const side of ['customer', 'agent'] as const) {
        const participant = sides?.[side]
        if (!participant || participant.revision > call.revision) continue
        if (call.phase === 'over' || participant.peer !== call[`${side}_peer`]) leave(participant)
      }
    },
    relay(session: Session, params: CallSignalParams): void {
      const sender = bySession.get(session)
      if (!sender || sender.callId !== params.call_id || sender.peer !== params.from) return
      bus.publish('call.signal', { by: sender.side, params })
    },
    close: stop,
  }
}
