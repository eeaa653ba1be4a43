import type { Desk, DeskTransfer } from '@parley/protocol/call-view'
import { context, idle, type AgentScene } from './agent-call-fixture.ts'
import { settle } from './test-platform.ts'

/** Id of the transfer. */
export const own = '019bff00-0000-7000-8000-00000000000a'
/** Peer id of the colleague in the private talk. */
export const colleague = '019bff00-0000-7000-8000-00000000000b'
export const bora = { id: 'agent-2', name: 'Bora', avatar_url: null }
export const started = '2026-01-31T10:00:00.000+00:00'
export const active = { phase: 'active', answered_at: started } as const

export function transfersOf(scene: AgentScene) {
  /** Returns a transfer of the scene's call. */
  const transferOf = (change: Partial<DeskTransfer>): DeskTransfer => ({
    id: own,
    team_id: null,
    kind: 'warm',
    state: 'ringing',
    revision: 1,
    from: bora,
    to: bora,
    call: scene.answered(active),
    ...context,
    created_at: started,
    expires_at: started,
    peers: { from: null, to: null },
    ...change,
  })

  return {
    transferOf,

    /** Returns a desk with a transfer from a colleague. */
    incoming: (change: Partial<DeskTransfer> = {}): Desk => ({
      ...idle,
      state: 'offered',
      transfer: transferOf(change),
    }),

    /** Accepts a call, which becomes active. */
    async talk() {
      await scene.push(scene.ringing())
      await scene.accept()
      await scene.push(scene.inCall(scene.answered(active)))
      scene.server.say('call', scene.answered(active))
      await settle()
    },
  }
}
