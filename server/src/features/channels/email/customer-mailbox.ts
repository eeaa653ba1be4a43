import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database.ts'
import type { Mail } from '../../../core/mail/mailer.ts'
import { listConnections, type ConnectionRow } from '../connection-store.ts'
import { sendingProblems, type Connections } from '../connections.ts'
import type { EmailAdapter } from './email-adapter.ts'

type Origin = Parameters<EmailAdapter['sendToCustomer']>[2]

/** `none`: no mailbox is connected. `failing`: none of them can send now. */
export type CustomerMailbox =
  | { state: 'none' | 'failing' }
  | { state: 'usable'; send: (mail: Mail, of: Origin) => ReturnType<EmailAdapter['sendToCustomer']> }

/** A mailbox that could not send is tried again after this time: nothing else may ever send through it. */
const tryAgainMs = 15 * 60_000

/** Finds the mailbox for mails to customers of other channels. */
export function createCustomerMailbox(deps: {
  db: Database
  clock: Clock
  email: Pick<EmailAdapter, 'channel' | 'sendToCustomer'>
  connections: Pick<Connections, 'open' | 'reportRefusedCredentials' | 'reportSending'>
}) {
  const { db, clock, email, connections } = deps
  /** Time of the last failed mail, by provider (ms). */
  const failedAt = new Map<string, number>()

  function mayBeTried({ provider_id: id, problem, problem_at: since }: ConnectionRow): boolean {
    if (problem === null || since === null || !sendingProblems.has(problem)) return false
    return clock() >= Math.max(Date.parse(since), failedAt.get(id) ?? 0) + tryAgainMs
  }

  /** The one that was connected first and works, otherwise one to be tried again. */
  return async (organizationId: string): Promise<CustomerMailbox> => {
    const rows = (await listConnections(db, organizationId)).filter(
      ({ channel }) => channel === email.channel,
    )
    const row = rows.find(({ problem }) => problem === null) ?? rows.find(mayBeTried)
    const account = row && connections.open(row)
    if (!account) return { state: rows.length === 0 ? 'none' : 'failing' }
    const { provider_id: id } = row
    const send = async (mail: Mail, of: Origin) => {
      const sent = await email.sendToCustomer(account, mail, of)
      if (sent.outcome === 'done') {
        failedAt.delete(id)
        if (row.problem !== null) await connections.reportSending(id, null)
      } else failedAt.set(id, clock())
      if (sent.outcome === 'refused' && sent.reason === 'disconnected')
        await connections.reportRefusedCredentials(id)
      if (sent.outcome === 'unavailable' && sent.problem !== undefined)
        await connections.reportSending(id, sent.problem)
      return sent
    }
    return { state: 'usable', send }
  }
}
