import type { AgentCalls } from '@parley/client/calls/agent-calls-api'
import type { WritableStore } from '@parley/client/state/store'
import type { DeskOffer } from '@parley/protocol/call-view'
import { createBrowserStore } from '../../alerts/browser-store.ts'

export type QuietRing = WritableStore<string | null>

/**
 * The ring that the agent has silenced, accepted or declined in any tab of this organization. Only the tab that has the lock
 * plays sound, so a tab that falls silent alone would pass the ringtone on to the next one.
 */
export const createQuietRing = (organizationId: string): QuietRing =>
  createBrowserStore(`parley-quiet-ring ${organizationId}`, (stored) =>
    typeof stored === 'string' ? stored : null,
  )

/** A call may ring at the same agent again, after others have not answered it. */
export const ringOf = ({ call, offered_at }: Pick<DeskOffer, 'call' | 'offered_at'>) =>
  `${call.id} ${offered_at}`

/** Silences a call in all tabs while this one answers it. It rings again if that fails. */
export function silenceWhileAnswering(
  { state, desk }: Pick<AgentCalls, 'state' | 'desk'>,
  quietRing: QuietRing,
): () => void {
  let silenced: string | null = null
  return state.subscribe(() => {
    const { name } = state.get()
    const offer = desk.get()?.offer ?? null
    if (name === 'accepting' && offer !== null && ringOf(offer) !== quietRing.get()) {
      silenced = ringOf(offer)
      quietRing.set(silenced)
    } else if (name === 'idle' || name === 'gone') {
      if (silenced !== null && silenced === quietRing.get()) quietRing.set(null)
      silenced = null
    }
  })
}
