import type { Conversation } from '@parley/protocol/conversation'

/** What alerts look at: whose they are, and which conversation is on the screen at this moment. */
export interface AlertsFor {
  me: string
  /** null: none, or nobody looks at the page. */
  viewed: string | null
}

/** Of changed rows those that call for an alert, each message once. */
export type SelectNew = (rows: readonly Conversation[], looking: AlertsFor) => Conversation[]

/** A row that changed later than this after its last message changed for another reason. In milliseconds. */
const newMessageWindowMs = 10_000

/**
 * An alert is called for by a new message of a customer in an open conversation that is ours or nobody's and that
 * we are not looking at. What is new is told by the service's times alone: this computer's clock may be wrong.
 */
export function newMessages(): SelectNew {
  const told = new Map<string, string>()

  const isNews = (row: Conversation) => {
    const last = row.last_message
    if (last === null || last.created_at <= (told.get(row.id) ?? '')) return false
    told.set(row.id, last.created_at)
    const fresh = Date.parse(row.updated_at) - Date.parse(last.created_at) < newMessageWindowMs
    return fresh && last.sender_type === 'customer'
  }
  return (rows, { me, viewed }) =>
    rows.filter(
      (row) =>
        isNews(row) &&
        row.status === 'open' &&
        row.unread > 0 &&
        row.id !== viewed &&
        (row.agent === null || row.agent.id === me),
    )
}
