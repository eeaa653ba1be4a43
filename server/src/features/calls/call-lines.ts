import type { CallSignalParams } from '@parley/protocol/call-view'
import type { Bus } from '../../core/bus.ts'
import type { AgentSession, WidgetSession } from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { CallRow, Side } from './call-state.ts'

declare module '../../core/bus.ts' {
  interface BusMessages {
    /** From one browser to the other (SPEC C9), whichever process holds that one's socket. */
    'call.signal': { by: Side; params: CallSignalParams }
  }
}

type Session = AgentSession | WidgetSession

/** A socket of this process that has joined a call, with the connection that it speaks for. */
export interface Line {
  readonly session: Session
  readonly callId: string
  readonly side: Side
  readonly peer: string
  /** Of the call when the socket joined: an older picture of it says nothing of this line. */
  revision: number
}

export type CallLines = ReturnType<typeof createCallLines>

const otherSide = { customer: 'agent', agent: 'customer' } as const

/** Which sockets of this process speak for which side of a call, and the way of signals between them. Nothing is stored. */
export function createCallLines(deps: { bus: Bus }) {
  const { bus } = deps
  const byCall = new Map<string, Partial<Record<Side, Line>>>()
  const bySession = new WeakMap<Session, Line>()
  /** Sockets that leave their line, whichever it then is, when they close or become somebody else's. */
  const bound = new WeakSet<Session>()

  function bind(session: Session): void {
    if (bound.has(session)) return
    bound.add(session)
    session.context.leave.push(() => {
      bound.delete(session)
      const line = bySession.get(session)
      if (line) leave(line)
    })
  }

  function leave(line: Line): void {
    if (bySession.get(line.session) === line) bySession.delete(line.session)
    const sides = byCall.get(line.callId)
    if (sides?.[line.side] !== line) return
    delete sides[line.side]
    if (!sides.customer && !sides.agent) byCall.delete(line.callId)
  }

  const stop = bus.subscribe('call.signal', ({ by, params }) => {
    const line = byCall.get(params.call_id)?.[otherSide[by]]
    if (line?.peer === params.to) line.session.sendText(notificationFrame('call.signal', params))
  })

  return {
    /** A socket has one call at a time: it leaves the one before. */
    join(session: Session, side: Side, call: CallRow, peer: string): void {
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
      const line: Line = { session, callId, side, peer, revision }
      bySession.set(session, line)
      const sides = byCall.get(callId) ?? {}
      byCall.set(callId, sides)
      sides[side] = line
      bind(session)
    },
    /** With which connection this socket speaks for the call; null: it has not joined, or was replaced. */
    peerOf(session: Session, callId: string): string | null {
      const line = bySession.get(session)
      return line?.callId === callId ? line.peer : null
    },
    of: (callId: string, side: Side): Line | undefined => byCall.get(callId)?.[side],
    /** Sockets whose connection the call has given up, and those of a call that is over, speak for it no more. */
    keep(call: CallRow): void {
      const sides = byCall.get(call.id)
      for (const side of ['customer', 'agent'] as const) {
        const line = sides?.[side]
        if (!line || line.revision > call.revision) continue
        if (call.phase === 'over' || line.peer !== call[`${side}_peer`]) leave(line)
      }
    },
    relay(session: Session, params: CallSignalParams): void {
      const line = bySession.get(session)
      if (!line || line.callId !== params.call_id || line.peer !== params.from) return
      bus.publish('call.signal', { by: line.side, params })
    },
    close: stop,
  }
}
