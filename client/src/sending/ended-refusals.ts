import type { Platform } from '../browser/platform.ts'
import type { Outbox } from './outbox.ts'

interface EndedRefusalOptions {
  platform: Platform
  /** As of the outbox's storage. */
  scope: string
  outbox: Outbox
  /** Whether the log of this customer is received here, which confirms the message once it is sent. */
  isFollowed: (customerId: string | null) => boolean
}

/**
 * Tells the other tabs once a message was sent here, or discarded after a refusal. Those that have it as refused and do not follow its
 * customer would report it until they are loaded again. Returns a function that stops it.
 */
export function shareEndedRefusals({ platform, scope, outbox, isFollowed }: EndedRefusalOptions): () => void {
  const refused = new Set<string>()
  /** May have been refused in another tab, for example before a reload. */
  const sending = new Set<string>()
  const channel = platform.openChannel(`parley-refusals ${scope}`, (clientId) => {
    const message = outbox.messages.get().find(({ client_id }) => client_id === clientId)
    if (message?.state.name === 'failed' && !isFollowed(message.customer_id))
      outbox.confirm(message.client_id)
  })
  const unsubscribe = outbox.messages.subscribe(() => {
    const states = new Map(outbox.messages.get().map(({ client_id, state }) => [client_id, state.name]))
    for (const clientId of new Set([...refused, ...sending])) {
      const state = states.get(clientId)
      if (state !== undefined && state !== 'sent') continue
      refused.delete(clientId)
      sending.delete(clientId)
      channel.post(clientId)
    }
    for (const [clientId, state] of states) {
      if (state === 'failed') refused.add(clientId)
      if (state === 'sending') sending.add(clientId)
      // One that only waits also disappears because another tab has it as refused.
      else sending.delete(clientId)
    }
  })
  return () => {
    unsubscribe()
    channel.close()
  }
}
