import type { Conversation } from '@parley/protocol/conversation'

/** Context for alerts: the agent and the visible conversation. */
export interface AlertsFor {
  me: string
  /** null: none, or the page is not visible. */
  viewed: string | null
  /** The service's time at the last connect, in Unix milliseconds. */
  connectedAt: number
}

/** Selects changed rows that need an alert, once per message. Call it after each connect too, without rows. */
export type SelectNew = (rows: readonly Conversation[], looking: AlertsFor) => Conversation[]

/** A row updated later than this after its last message changed for another reason (ms). */
const newMessageWindowMs = 10_000

/** A message older than this is not new, although presence and labels send its row without changing `updated_at` (ms). */
const newMessageAgeMs = 30_000

/**
 * Alerts are for new customer messages in open conversations that are ours or unassigned and not visible.
 * Compares the service's timestamps, and counts on from the connect with a timer that does not depend on the local
 * clock, which may be wrong or be set while connected.
 */
export function newMessages(): SelectNew {
  const told = new Map<string, string>()
  /** The latest known time of the service. Starts anew with each connection: its clock may have been set back. */
  let latest = { connectedAt: 0, time: 0, timerAtConnect: 0 }

  function learnTime(rows: readonly Conversation[], connectedAt: number) {
    if (connectedAt !== latest.connectedAt) {
      latest = { connectedAt, time: connectedAt, timerAtConnect: performance.now() }
    }
    for (const { updated_at } of rows) latest.time = Math.max(latest.time, Date.parse(updated_at))
  }

  function ageOf(created: number): number {
    const { connectedAt, time, timerAtConnect } = latest
    // Rows of later messages arrive at once, and over days the timer would drift too far from the service's clock.
    if (created >= connectedAt) return time - created
    return Math.max(time, connectedAt + performance.now() - timerAtConnect) - created
  }

  const hasNewMessage = (row: Conversation) => {
    const last = row.last_message
    if (last === null || last.created_at <= (told.get(row.id) ?? '')) return false
    told.set(row.id, last.created_at)
    const created = Date.parse(last.created_at)
    const fresh =
      Date.parse(row.updated_at) - created < newMessageWindowMs && ageOf(created) < newMessageAgeMs
    return fresh && last.sender_type === 'customer'
  }
  return (rows, { me, viewed, connectedAt }) => {
    learnTime(rows, connectedAt)
    return rows.filter(
      (row) =>
        hasNewMessage(row) &&
        row.status === 'open' &&
        row.unread > 0 &&
        row.id !== viewed &&
        (row.agent === null || row.agent.id === me),
    )
  }
}
