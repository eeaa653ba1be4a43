import { hasPassed, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database.ts'
import type { Mail } from '../../../core/mail/mailer.ts'
import { listConnections, type ConnectionRow } from '../connection-store.ts'
import { sendingProblems, type Connections } from '../connections.ts'
import type { EmailAdapter } from './email-adapter.ts'

type Origin = Parameters<EmailAdapter['sendToCustomer']>[2]

/**
 * `none`: no mailbox is connected. `failing`: none of them can send now. `doubted`: it has just failed to, and has to be used only if there is no
 * other way.
 */
export type CustomerMailbox =
  | { state: 'none' | 'failing' }
  | {
      state: 'usable' | 'doubted'
      send: (mail: Mail, of: Origin) => ReturnType<EmailAdapter['sendToCustomer']>
    }

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

  const hasJustFailed = ({ provider_id: id }: ConnectionRow): boolean =>
    !hasPassed(tryAgainMs, failedAt.get(id) ?? -Infinity, clock)

  function mayBeTried(row: ConnectionRow): boolean {
    const { problem, problem_at: since } = row
    if (problem === null || since === null || !sendingProblems.has(problem)) return false
    return clock() >= Date.parse(since) + tryAgainMs && !hasJustFailed(row)
  }

  /** The one that was connected first and works, otherwise one to be tried again. */
  return async (organizationId: string): Promise<CustomerMailbox> => {
    const rows = (await listConnections(db, organizationId)).filter(
      ({ channel }) => channel === email.channel,
    )
    const working = rows.filter(({ problem }) => problem === null)
    const next = working.find((each) => !hasJustFailed(each)) ?? rows.find(mayBeTried)
    const row = next ?? working[0]
    const account = row && connections.open(row)
    if (!account) return { state: rows.length === 0 ? 'none' : 'failing' }
    const { provider_id: id } = row
    const send = async (mail: Mail, of: Origin) => {
      const sent = await email.sendToCustomer(account, mail, of)
      const isRefused = sent.outcome === 'refused' && sent.reason === 'disconnected'
      const isUnavailable = sent.outcome === 'unavailable' && !sent.ofMail
      if (sent.outcome === 'done') {
        failedAt.delete(id)
        if (row.problem !== null) await connections.reportSending(id, null)
        // A doubtful mail may have been sent, and other refusals are about the recipient: both do not mean that the mailbox is broken.
      } else if (isUnavailable || isRefused || row.problem !== null) failedAt.set(id, clock())
      if (isRefused) await connections.reportRefusedCredentials(id)
      if (sent.outcome === 'unavailable' && sent.problem !== undefined)
        await connections.reportSending(id, sent.problem)
      return sent
    }
    return { state: next ? 'usable' : 'doubted', send }
  }
}
