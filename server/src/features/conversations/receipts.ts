import type { Actor } from '@parley/protocol/event'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { EventLog } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { unreadBeyond } from './unread-count.ts'

interface ReceiptOutcome {
  outcome: 'moved' | 'ahead' | 'same'
  seq: number
  delivered: number
  read: number
}

export type Receipts = ReturnType<typeof createReceipts>

/**
 * Receipts are log positions that only grow (SPEC R1, R2). What was read was also delivered. A receipt that changes
 * something is one entry. While the customer is not locked it is one statement, because receipts are as frequent as messages.
 */
export function createReceipts(deps: { pool: pg.Pool; log: EventLog; clock: Clock }) {
  return {
    /** @throws AppError not_found, too_far_ahead */
    async record(
      reader: { by: 'customer' } | { by: 'agent'; agentId: string },
      where: { organizationId: string; customerId: string },
      input: { delivered?: number; read?: number },
    ): Promise<void> {
      const read = input.read ?? 0
      const delivered = Math.max(input.delivered ?? 0, read)
      const actor: Actor =
        reader.by === 'customer' ? { type: 'customer' } : { type: 'agent', id: reader.agentId }
      const id = newId()
      const { name, text } = statements[reader.by]
      const valuesAt = (now: string) => [
        where.customerId,
        where.organizationId,
        delivered,
        read,
        id,
        JSON.stringify(actor),
        now,
      ]
      let now = timestamp(deps.clock())
      const { rows } = await deps.log.inTurn(() =>
        deps.pool.query<ReceiptOutcome>({ name, text, values: valuesAt(now) }),
      )
      let row = rows[0]
      // The customer is locked, changed in this moment, or unknown.
      row ??= await deps.log.transact(async (tx) => {
        if (!(await tx.lock(where.organizationId, where.customerId))) return undefined
        now = tx.now
        return (await tx.db.executeQuery<ReceiptOutcome>(CompiledQuery.raw(text, valuesAt(now)))).rows[0]
      })
      if (!row) throw new AppError('not_found')
      if (row.outcome === 'ahead') throw new AppError('too_far_ahead')
      if (row.outcome === 'same') return
      deps.log.announce({
        organization_id: where.organizationId,
        customer_id: where.customerId,
        after: row.seq - 1,
        to: row.seq,
        born: null,
        entries: [
          {
            id,
            seq: row.seq,
            type: 'receipt.updated',
            audience: 'both',
            conversation_id: null,
            actor,
            created_at: now,
            data: { by: reader.by, delivered: row.delivered, read: row.read },
          },
        ],
      })
    },
  }
}

/** `side`: whose columns change. A receipt of the team also recounts the conversation's unread messages. */
const recordOf = (side: 'customer' | 'agents') => `
with locked as (
  select customer_id, last_seq, ${side}_delivered as delivered, ${side}_read as read from customer_log
  where customer_id = $1::uuid and organization_id = $2::uuid for update skip locked
), head as (
  select * from locked${side === 'agents' ? inSnapshot : ''}
), moved as (
  update customer_log h set last_seq = h.last_seq + 1,
    ${side}_delivered = greatest(h.${side}_delivered, $3::bigint), ${side}_read = greatest(h.${side}_read, $4::bigint)
  from head where h.customer_id = head.customer_id
    and (head.delivered < $3::bigint or head.read < $4::bigint) and $3::bigint <= head.last_seq
  returning h.last_seq as seq, h.${side}_delivered as delivered, h.${side}_read as read
), entry as (
  insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at)
  select $1::uuid, seq, $5::uuid, $2::uuid, 'receipt.updated', 'both', null, $6::jsonb,
    jsonb_build_object('by', '${side === 'customer' ? 'customer' : 'agent'}', 'delivered', delivered, 'read', read),
    $7::timestamptz
  from moved
)${side === 'agents' ? unreadOf : ''}
select case when moved.seq is not null then 'moved' when $3::bigint > head.last_seq then 'ahead' else 'same' end as outcome,
  moved.seq, moved.delivered, moved.read
from head left join moved on true`

/** A log that has grown since this statement's snapshot may have messages, or a reopened conversation, that the snapshot does not have. */
const inSnapshot = ` where last_seq = (select s.last_seq from customer_log s where s.customer_id = $1::uuid)`

const unreadOf = `, unread as (
  update conversation c set unread = ${unreadBeyond('moved.read', 'c')}
  from moved where c.customer_id = $1::uuid and c.status = 'open' and c.unread > 0
)`

const statements = {
  customer: { name: 'receipt-customer', text: recordOf('customer') },
  agent: { name: 'receipt-agents', text: recordOf('agents') },
}
