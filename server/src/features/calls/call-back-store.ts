import { sql } from 'kysely'
import { plainArray } from '../../core/array-literal.ts'
import type { Database, Transaction } from '../../core/database.ts'

export interface OpenCallBack {
  id: string
  customer_id: string
  provider_id: string
  created_at: string
}

export interface CallBackCounts {
  open: boolean
  /** Requests of this customer in the last day. */
  of_customer: number
  /** Open requests from this network, of customers who may write. */
  of_network: number
}

export async function callBackCounts(
  db: Transaction,
  caller: { organizationId: string; customerId: string; network: string; since: string },
): Promise<CallBackCounts> {
  const { rows } = await sql<CallBackCounts>`
    select
      exists (select from call_back_request where customer_id = ${caller.customerId} and state = 'open') as open,
      (select count(*)::int from call_back_request
        where customer_id = ${caller.customerId} and created_at > ${caller.since}::timestamptz) as of_customer,
      (select count(*)::int from call_back_request
        where organization_id = ${caller.organizationId} and state = 'open' and network = ${caller.network}
          and exists (select from customer_log l where l.customer_id = call_back_request.customer_id and l.may_write)) as of_network
  `.execute(db)
  return rows[0] ?? { open: false, of_customer: 0, of_network: 0 }
}

export const insertCallBack = (
  db: Transaction,
  row: OpenCallBack & { organization_id: string; network: string },
): Promise<unknown> =>
  sql`insert into call_back_request (id, organization_id, customer_id, provider_id, network, created_at)
    values (${row.id}, ${row.organization_id}, ${row.customer_id}, ${row.provider_id}, ${row.network}, ${row.created_at})`.execute(
    db,
  )

/** Closes the customer's open request. Returns whether there was one. */
export async function closeCallBackOf(
  db: Database | Transaction,
  customerId: string,
  state: 'done' | 'withdrawn',
  now: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update call_back_request set state = ${state}, closed_at = ${now}, network = null
    where customer_id = ${customerId} and state = 'open'`.execute(db)
  return numAffectedRows === 1n
}

/** Closes the open requests of those customers who may not call. Returns their organizations. */
export async function closeBarredCallBacks(
  db: Database,
  customerIds: string[],
  now: string,
): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    update call_back_request r set state = 'withdrawn', closed_at = ${now}, network = null
    where r.customer_id = any(${plainArray(customerIds)}::uuid[]) and r.state = 'open'
      and exists (select from customer_log l where l.customer_id = r.customer_id and not l.may_write)
    returning r.organization_id`.execute(db)
  return rows.map((row) => row.organization_id)
}

/** Marks the request as done. Idempotent. Returns whether the request exists. */
export async function markCallBackDone(
  db: Database,
  request: { id: string; organizationId: string; agentId: string; now: string },
): Promise<boolean> {
  const { rows } = await sql`
    with closed as (
      update call_back_request
      set state = 'done', closed_at = ${request.now}, closed_by = ${request.agentId}, network = null
      where id = ${request.id} and organization_id = ${request.organizationId} and state = 'open'
    )
    select from call_back_request where id = ${request.id} and organization_id = ${request.organizationId}
  `.execute(db)
  return rows.length === 1
}

/** Oldest first. */
export async function openCallBacks(db: Database, organizationId: string, max: number) {
  const { rows } = await sql<
    OpenCallBack & {
      /** The customer's open conversation. */
      conversation_id: string | null
      name: string | null
      avatar_url: string | null
      country_code: string
      auth_provider: 'custom' | 'google' | 'facebook' | 'apple' | 'github' | 'x' | null
    }
  >`
    select r.id, r.customer_id, r.provider_id, r.created_at, v.conversation_id,
      f.name, f.avatar_url, f.country_code, f.auth_provider
    from call_back_request r join customer_face f on f.id = r.customer_id
    left join customer_open_conversation v on v.customer_id = r.customer_id
    where r.organization_id = ${organizationId} and r.state = 'open'
      -- Neither blocked nor deactivated.
      and exists (select from customer_log l where l.customer_id = r.customer_id and l.may_write)
    order by r.created_at, r.id limit ${max}`.execute(db)
  return rows
}
