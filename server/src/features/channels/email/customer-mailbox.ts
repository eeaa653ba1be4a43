import type { Database } from '../../../core/database.ts'
import type { Mail } from '../../../core/mail/mailer.ts'
import { listConnections } from '../connection-store.ts'
import type { Connections } from '../connections.ts'
import type { EmailAdapter } from './email-adapter.ts'

type Origin = Parameters<EmailAdapter['sendToCustomer']>[2]

/** Finds the mailbox for mails to customers of other channels. */
export function createCustomerMailbox(deps: {
  db: Database
  email: Pick<EmailAdapter, 'channel' | 'sendToCustomer'>
  connections: Pick<Connections, 'open' | 'reportRefusedCredentials' | 'reportSending'>
}) {
  const { db, email, connections } = deps
  /** The one that was connected first, and works; undefined: none. */
  return async (organizationId: string) => {
    const rows = await listConnections(db, organizationId)
    const row = rows.find(({ channel, problem }) => channel === email.channel && problem === null)
    if (!row) return undefined
    return async (mail: Mail, of: Origin) => {
      const sent = await email.sendToCustomer(connections.open(row), mail, of)
      if (sent.outcome === 'refused' && sent.reason === 'disconnected')
        await connections.reportRefusedCredentials(row.provider_id)
      if (sent.outcome === 'unavailable' && sent.problem !== undefined)
        await connections.reportSending(row.provider_id, sent.problem)
      return sent
    }
  }
}
