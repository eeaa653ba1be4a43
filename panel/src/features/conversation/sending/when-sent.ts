import type { AgentSession } from '@parley/client/session/agent-session'

/**
 * Resolves with true once the server has stored the message, with false if it was refused or discarded. Continues across
 * disconnects and after the conversation is closed.
 */
export function whenSent(session: AgentSession, customerId: string, clientId: string): Promise<boolean> {
  const follow = session.followCustomer(customerId)
  return new Promise<boolean>((resolve) => {
    let wasPending = false
    let unsubscribe = () => {}
    const check = () => {
      const { pending, items } = follow.timeline.get()
      const state = pending.find(({ client_id }) => client_id === clientId)?.state.name
      wasPending ||= state !== undefined
      const isLogged = items.some((item) => item.kind === 'message' && item.message.client_id === clientId)
      if (!isLogged && state !== 'sent' && state !== 'failed' && (state !== undefined || !wasPending)) return
      unsubscribe()
      follow.stop()
      resolve(isLogged || state === 'sent')
    }
    unsubscribe = follow.timeline.subscribe(check)
    check()
  })
}
