import type { AgentSession } from '@parley/client/session/agent-session'

/** `discarded`: no longer pending, but not stored either. */
type Fate = 'pending' | 'refused' | 'stored' | 'discarded'

/** Resolves once the server has stored or refused the message, or it was discarded. */
export async function whenSettled(
  session: AgentSession,
  customerId: string,
  clientId: string,
): Promise<void> {
  await whenOver(session, customerId, clientId, (fate) => fate !== 'pending')
}

/**
 * Resolves with true once the server has stored the message, also if it was refused first and the agent sent it again; with false
 * if it was discarded.
 */
export async function whenSent(
  session: AgentSession,
  customerId: string,
  clientId: string,
): Promise<boolean> {
  const isOver = (fate: Fate) => fate === 'stored' || fate === 'discarded'
  return (await whenOver(session, customerId, clientId, isOver)) === 'stored'
}

/** Continues across disconnects and after the conversation is closed. */
function whenOver(
  session: AgentSession,
  customerId: string,
  clientId: string,
  isOver: (fate: Fate) => boolean,
): Promise<Fate> {
  const follow = session.followCustomer(customerId)
  return new Promise((resolve) => {
    let wasPending = false
    let unsubscribe = () => {}
    const fateNow = (): Fate => {
      const { pending, items } = follow.timeline.get()
      const state = pending.find(({ client_id }) => client_id === clientId)?.state.name
      wasPending ||= state !== undefined
      const isLogged = items.some((item) => item.kind === 'message' && item.message.client_id === clientId)
      if (isLogged || state === 'sent') return 'stored'
      if (state === 'failed') return 'refused'
      return state === undefined && wasPending ? 'discarded' : 'pending'
    }
    const check = () => {
      const fate = fateNow()
      if (!isOver(fate)) return
      unsubscribe()
      follow.stop()
      resolve(fate)
    }
    unsubscribe = follow.timeline.subscribe(check)
    check()
  })
}
