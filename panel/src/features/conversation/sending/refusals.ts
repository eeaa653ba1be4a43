import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { Store } from '@parley/client/state/store'

interface RefusalOptions {
  unsent: Store<readonly PendingMessage[]>
  /** Whether a conversation of this customer, which shows the refusal, is on the screen. */
  isShown: (customerId: string | null) => Promise<boolean>
  /** Reports all of these messages, in place of those reported before; none: no longer reported. */
  report: (messages: readonly PendingMessage[]) => void
  /** Whether the agent has not closed what was reported last. */
  isReportOpen: () => boolean
}

/** Reports messages that the service has refused and whose conversation is not on the screen. */
export function followRefusals({ unsent, isShown, report, isReportOpen }: RefusalOptions) {
  /** Refused messages that were reported or on the screen. */
  const known = new Set<string>()
  const reported = new Set<string>()
  let isStopped = false

  const refused = () => unsent.get().filter(({ state }) => state.name === 'failed')
  const stillReported = () => refused().filter(({ client_id }) => reported.has(client_id))

  function check() {
    const ids = new Set(refused().map(({ client_id }) => client_id))
    // Sent again or discarded.
    for (const id of known) if (!ids.has(id)) known.delete(id)
    const fresh = refused().filter(({ client_id }) => !known.has(client_id))
    for (const { client_id } of fresh) known.add(client_id)
    const ended = [...reported].filter((id) => !ids.has(id))
    for (const id of ended) reported.delete(id)
    if (ended.length > 0 && isReportOpen()) report(stillReported())
    if (fresh.length > 0) void add(fresh)
  }

  async function add(fresh: readonly PendingMessage[]) {
    const shown = await Promise.all(fresh.map(({ customer_id }) => isShown(customer_id)))
    if (isStopped) return
    const ids = new Set(refused().map(({ client_id }) => client_id))
    const hidden = fresh.filter(({ client_id }, index) => shown[index] === false && ids.has(client_id))
    if (hidden.length === 0) return
    for (const { client_id } of hidden) reported.add(client_id)
    report(stillReported())
  }

  const unsubscribe = unsent.subscribe(check)
  check()
  return {
    /** The agent has opened the conversation of this customer: the others are still reported. */
    opened(customerId: string | null) {
      if (isStopped) return
      for (const { client_id, customer_id } of stillReported())
        if (customer_id === customerId) reported.delete(client_id)
      report(stillReported())
    },
    /** The conversation could not be opened: its messages are reported again. */
    openingFailed() {
      if (!isStopped) report(stillReported())
    },
    stop() {
      isStopped = true
      unsubscribe()
      report([])
    },
  }
}
