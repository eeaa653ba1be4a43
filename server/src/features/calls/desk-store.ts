import type { ConversationCustomer } from '@parley/protocol/conversation'
import { sql, type Generated } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import type { CallRow } from './call-state.ts'
import { callColumns, isAtAgent } from './call-store.ts'
import { isConnected, type TouchedDesk } from './desk-presence.ts'
import type { PossibleAgent } from './routing.ts'
import { isOpen, type TransferRow } from './transfer-store.ts'

export interface DeskRow {
  agent_id: string
  organization_id: string
  availability: 'available' | 'away'
  away_because: 'chosen' | 'missed_offers' | null
  missed_in_a_row: number
  idle_since: string
  wrap_up_since: string | null
  wrap_up_until: string | null
  changed_at: string
  /** missed-calls.ts */
  calls_seen_at: string
}

type DeskTables = {
  agent_desk: Omit<DeskRow, 'availability' | 'missed_in_a_row'> & {
    availability: Generated<DeskRow['availability']>
    missed_in_a_row: Generated<number>
  }
}

const deskTables = (db: Database | Transaction) => (db as Database).withTables<DeskTables>()

/** Locks the agent's desk, creating it if needed. */
export async function lockDesk(
  db: Transaction,
  organizationId: string,
  agentId: string,
  now: string,
): Promise<DeskRow> {
  const known = await findLocked(db, agentId)
  if (known) return known
  await deskTables(db)
    .insertInto('agent_desk')
    .values({
      agent_id: agentId,
      organization_id: organizationId,
      away_because: null,
      idle_since: now,
      wrap_up_since: null,
      wrap_up_until: null,
      changed_at: now,
      calls_seen_at: now,
    })
    .onConflict((conflict) => conflict.column('agent_id').doNothing())
    .execute()
  const made = await findLocked(db, agentId)
  if (!made) throw new Error('The desk was not created')
  return made
}

/** Locks the desk of an available agent. Returns false if another transaction holds it, instead of waiting. */
export async function lockDeskIfFree(db: Transaction, agentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from agent_desk where agent_id = ${agentId} and availability = 'available' for update skip locked`.execute(
    db,
  )
  return rows.length > 0
}

const findLocked = (db: Transaction, agentId: string): Promise<DeskRow | undefined> =>
  deskTables(db)
    .selectFrom('agent_desk')
    .selectAll()
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirst()

/** The desk columns that a panel shows, with the ringing offer. */
export type ShownDesk = Pick<DeskRow, 'availability' | 'away_because' | 'wrap_up_until'> & {
  offered_call_id: string | null
  offered_at: string | null
  expires_at: string | null
  /** The open transfer to this agent. */
  incoming: TransferRow | null
  /** The latest transfer of the agent's call by them. */
  outgoing: TransferRow | null
}

/** A call as its agent sees it. */
export type DeskCall = CallRow & {
  customer: Omit<ConversationCustomer, 'online'>
  /** The customer's open conversation. */
  conversation_id: string | null
}

/** Columns of `call c` and what else a desk shows with it, from views that other features publish for joins. */
const deskCall = sql`${callColumns('c')}, (
      select json_build_object(
        'id', f.id, 'name', f.name, 'avatar_url', f.avatar_url, 'country_code', f.country_code,
        'auth_provider', f.auth_provider, 'is_blocked', f.is_blocked
      ) from customer_face f where f.id = c.customer_id
    ) as customer, (
      select v.conversation_id from customer_open_conversation v where v.customer_id = c.customer_id
    ) as conversation_id`

export async function findDeskCall(db: Database, callId: string): Promise<DeskCall | undefined> {
  const { rows } =
    await sql<DeskCall>`${prepared} select ${deskCall} from call c where c.id = ${callId}`.execute(db)
  return rows[0]
}

/**
 * Reads a desk with its agent's live calls. One statement, because the agent's phone rings with it: two parallel queries need a
 * second connection, whose first use took 20 ms under load. `desk` is undefined if the agent has never opened a panel.
 */
export async function readDesk(
  db: Database,
  agentId: string,
): Promise<{ desk: ShownDesk | undefined; calls: DeskCall[] }> {
  const { rows } = await sql<ShownDesk & (DeskCall | { id: null })>`
    ${prepared} select d.availability, d.away_because, d.wrap_up_until, o.call_id as offered_call_id, o.offered_at, o.expires_at, (
      select to_jsonb(t) from call_transfer t where t.to_agent_id = d.agent_id and t.${isOpen}
    ) as incoming, (
      select to_jsonb(t) from call_transfer t
      where c.phase = 'active' and t.call_id = c.id and t.from_agent_id = d.agent_id
      order by t.created_at desc, t.id desc limit 1
    ) as outgoing, ${deskCall}
    from agent_desk d left join call_offer o on o.agent_id = d.agent_id and o.outcome = 'ringing'
    left join call c on c.agent_id = d.agent_id and ${isAtAgent}
    where d.agent_id = ${agentId}`.execute(db)
  return { desk: rows[0], calls: rows.filter((row) => row.id !== null) }
}

export const updateDesk = async (
  db: Transaction,
  agentId: string,
  update: Partial<DeskRow>,
): Promise<unknown> =>
  deskTables(db).updateTable('agent_desk').set(update).where('agent_id', '=', agentId).execute()

/**
 * Agents of an organization who can take calls, and which of them are free now. Excludes agents who are away, or without a panel with a
 * microphone that is open or within its reconnect grace, or whose process stopped renewing their presence.
 */
export async function possibleAgents(
  db: Transaction | Database,
  organizationId: string,
  now: string,
  clock: Clock,
): Promise<PossibleAgent[]> {
  const { rows } = await sql<PossibleAgent>`
    ${prepared} select d.agent_id, d.idle_since, presence.connected, presence.connected
        and (d.wrap_up_until is null or d.wrap_up_until <= ${now}::timestamptz)
        and not exists (select from call_offer o where o.agent_id = d.agent_id and o.outcome = 'ringing')
        and not exists (
          select from call c where c.agent_id = d.agent_id and c.phase in ('connecting', 'active')
        )
        and not exists (select from call_transfer t where t.to_agent_id = d.agent_id and t.${isOpen}) as free
    from agent_desk d cross join lateral (select ${isConnected('d.agent_id', clock)} as connected) as presence
    where d.organization_id = ${organizationId} and d.availability = 'available'
      and presence.connected is not null`.execute(db)
  return rows
}

/** Like `possibleAgents`, without those whose panels may be reconnecting: a new call does not wait for them. */
export const connectedAgents = async (...read: Parameters<typeof possibleAgents>): Promise<PossibleAgent[]> =>
  (await possibleAgents(...read)).filter(({ connected }) => connected)

/** Ends wrap-up times that have passed and returns their desks. Skips locked desks; the next sweep sees those. */
export async function endWrapUps(db: Database, now: string): Promise<TouchedDesk[]> {
  const { rows } = await sql<TouchedDesk>`
    update agent_desk set wrap_up_since = null, wrap_up_until = null
    where agent_id in (
      select agent_id from agent_desk where wrap_up_until <= ${now}::timestamptz for update skip locked
    )
    returning agent_id, organization_id`.execute(db)
  return rows
}
