import type { AgentSession } from '@parley/client/session/agent-session'

/** `discarded`: no longer pending, but not stored either. */
type SendState = 'pending' | 'refused' | 'stored' | 'discarded'

/** Resolves once the server has stored or refused the message, or it was discarded. */
export async function whenSettled(
  session: AgentSession,
  customerId: string,
  clientId: string,
): Promise<void> {
  await whenOver(session, customerId, clientId, (state) => state !== 'pending')
}

/**
 * Resolves once the server has stored the message, also if it was refused first and the agent sent it again; with null if it was
 * discarded. `seen`: log position that the agent had seen when sending it the last time; 0: unknown.
 */
export async function whenSent(
  session: AgentSession,
  customerId: string,
  clientId: string,
): Promise<{ seen: number } | null> {
  const isOver = (state: SendState) => state === 'stored' || state === 'discarded'
  const { state, seen } = await whenOver(session, customerId, clientId, isOver)
  return state === 'stored' ? { seen } : null
}

/** Continues across disconnects and after the conversation is closed. */
function whenOver(
  session: AgentSession,
  customerId: string,
  clientId: string,
  isOver: (state: SendState) => boolean,
): Promise<{ state: SendState; seen: number }> {
  const follow = session.followCustomer(customerId)
  return new Promise((resolve) => {
    let wasPending = false
    let seen = 0
    let unsubscribe = () => {}
    const currentState = (): SendState => {
      const { pending, items } = follow.timeline.get()
      const message = pending.find(({ client_id }) => client_id === clientId)
      seen = message?.seen_seq ?? seen
      const pendingState = message?.state.name
      wasPending ||= pendingState !== undefined
      const isLogged = items.some((item) => item.kind === 'message' && item.message.client_id === clientId)
      if (isLogged || pendingState === 'sent') return 'stored'
      if (pendingState === 'failed') return 'refused'
      return pendingState === undefined && wasPending ? 'discarded' : 'pending'
    }
    const check = () => {
      const state = currentState()
      if (!isOver(state)) return
      unsubscribe()
      follow.stop()
      resolve({ state, seen })
    }
    unsubscribe = follow.timeline.subscribe(check)
    check()
  })
}
