import type { ReceiptState } from '@parley/protocol/session'
import type pg from 'pg'
import { plainArray } from '../../core/array-literal.ts'

/** Where a customer's log ends, and the open conversation. */
export interface ResumeState {
  organizationId: string
  seq: number
  mayWrite: boolean
  receipts: ReceiptState
  open: { id: string; agentId: string | null } | null
}

interface Row {
  customer_id: string
  organization_id: string
  last_seq: number
  may_write: boolean
  customer_delivered: number
  customer_read: number
  agents_delivered: number
  agents_read: number
  open_id: string | null
  agent_id: string | null
}

/** States of connecting customers, by id, in one statement: after a restart thousands connect at once. */
export async function resumeStates(pool: pg.Pool, customerIds: string[]): Promise<Map<string, ResumeState>> {
  const { rows } = await pool.query<Row>({
    name: 'resume states',
    text: statement,
    values: [plainArray(customerIds)],
  })
  return new Map(rows.map((row) => [row.customer_id, stateOf(row)]))
}

const stateOf = (row: Row): ResumeState => ({
  organizationId: row.organization_id,
  seq: row.last_seq,
  mayWrite: row.may_write,
  receipts: {
    customer: { delivered: row.customer_delivered, read: row.customer_read },
    agents: { delivered: row.agents_delivered, read: row.agents_read },
  },
  open: row.open_id === null ? null : { id: row.open_id, agentId: row.agent_id },
})

/** Laterals with a limit, so that the planner only considers look-ups by index (docs/decisions/one-round-trip-lookups.md). */
const statement = `
  select log.*, open.id as open_id, open.agent_id
  from unnest($1::uuid[]) as wanted (customer_id)
  cross join lateral (
    select customer_id, organization_id, last_seq, may_write,
      customer_delivered, customer_read, agents_delivered, agents_read
    from customer_log where customer_log.customer_id = wanted.customer_id
    limit 1
  ) log
  left join lateral (
    select id, agent_id from conversation
    where conversation.customer_id = wanted.customer_id and status = 'open'
    limit 1
  ) open on true`
