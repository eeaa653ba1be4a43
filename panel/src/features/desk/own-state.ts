import type { Desk } from '@parley/protocol/call-view'
import type { MicrophonePermission } from '@parley/client/calls/microphone-permission'

/** The agent's own state. `silent`: available, but without a microphone, so calls do not ring here. */
export type OwnState = 'unknown' | 'away' | 'silent' | 'idle' | 'offered' | 'in_call' | 'wrap_up'

export function ownState(desk: Desk | null, permission: MicrophonePermission): OwnState {
  if (desk === null) return 'unknown'
  return desk.state === 'idle' && permission !== 'granted' ? 'silent' : desk.state
}
