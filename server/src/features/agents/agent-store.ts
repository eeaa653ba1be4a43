import type { AgentFace, Role } from '@parley/protocol/agent'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { agentTables } from './agent-tables.ts'
import type { SessionRow } from './person-store.ts'

/** An active agent with the name and email of their user. */
export interface AgentRow {
  id: string
  user_id: string
  name: string
  email: string
  email_verified: boolean
  avatar_url: string | null
  role: Role
  created_at: string
}

const activeAgents = (db: Database | Transaction, organizationId: string) =>
  agentTables(db)
    .selectFrom('agent')
    .innerJoin('auth_user', 'auth_user.id', 'agent.user_id')
    .select([
      'agent.id',
      'agent.user_id',
      'auth_user.name',
      'auth_user.email',
      'auth_user.email_verified',
      'agent.avatar_url',
      'agent.role',
      'agent.created_at',
    ])
    .where('agent.organization_id', '=', organizationId)
    .where('agent.removed_at', 'is', null)

export function listActiveAgents(
  db: Database,
  organizationId: string,
  page?: { max: number; after: { created_at: string; id: string } | null },
): Promise<AgentRow[]> {
  let rows = activeAgents(db, organizationId).orderBy('agent.created_at').orderBy('agent.id')
  const after = page?.after
  if (page) rows = rows.limit(page.max)
  if (after) {
    rows = rows.where((eb) =>
      eb(eb.refTuple('agent.created_at', 'agent.id'), '>', eb.tuple(after.created_at, after.id)),
    )
  }
  return rows.execute()
}

export const findActiveAgent = (
  db: Database,
  organizationId: string,
  agentId: string,
): Promise<AgentRow | undefined> =>
  activeAgents(db, organizationId).where('agent.id', '=', agentId).executeTakeFirst()

/** Returns which of these agents are active. Their rows stay share-locked, in id order like `lockAgents`. */
export async function holdActiveAgents(
  trx: Transaction,
  organizationId: string,
  agentIds: string[],
): Promise<string[]> {
  const rows = await agentTables(trx)
    .selectFrom('agent')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', agentIds)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}

export const findActiveAgentByEmail = (
  db: Database,
  organizationId: string,
  email: string,
): Promise<AgentRow | undefined> =>
  activeAgents(db, organizationId).where('auth_user.email', '=', email).executeTakeFirst()

export const findFace = (
  db: Database,
  organizationId: string,
  agentId: string,
): Promise<AgentFace | undefined> =>
  agentTables(db)
    .selectFrom('agent_face')
    .select(['id', 'name', 'avatar_url'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', agentId)
    .executeTakeFirst()

export interface MembershipRow {
  agent_id: string
  organization_id: string
  role: Role
}

export const listMemberships = (db: Database | Transaction, userId: string): Promise<MembershipRow[]> =>
  agentTables(db)
    .selectFrom('agent')
    .select(['id as agent_id', 'organization_id', 'role'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Whether the person is an agent of the organization, or was one. */
export async function hasBeenAgent(
  trx: Transaction,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const row = await agentTables(trx)
    .selectFrom('agent')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the valid session and the user's agent in the organization, if any. One query, because every request needs it. */
export const findSessionInOrganization = (
  db: Database,
  query: { token: string; organizationId: string; now: string },
): Promise<
  (SessionRow & { agent_id: string | null; role: Role | null; avatar_url: string | null }) | undefined
> =>
  agentTables(db)
    .selectFrom('auth_session')
    .innerJoin('auth_user', 'auth_user.id', 'auth_session.user_id')
    .leftJoin('agent', (join) =>
      join
        .onRef('agent.user_id', '=', 'auth_user.id')
        .on('agent.organization_id', '=', query.organizationId)
        .on('agent.removed_at', 'is', null),
    )
    .select([
      'auth_session.id as session_id',
      'auth_user.id as user_id',
      'auth_user.name',
      'auth_user.email',
      'agent.id as agent_id',
      'agent.role',
      'agent.avatar_url',
    ])
    .where('auth_session.token', '=', query.token)
    .where('auth_session.expires_at', '>', query.now)
    .executeTakeFirst()

/** Returns the valid ones of these sessions, with each organization of their user. */
export const findLiveSessions = (
  db: Database,
  sessionIds: string[],
  now: string,
): Promise<{ session_id: string; organization_id: string }[]> =>
  agentTables(db)
    .selectFrom('auth_session')
    .innerJoin('agent', 'agent.user_id', 'auth_session.user_id')
    .select(['auth_session.id as session_id', 'agent.organization_id'])
    .where('auth_session.id', 'in', sessionIds)
    .where('auth_session.expires_at', '>', now)
    .where('agent.removed_at', 'is', null)
    .execute()

/** Creates or restores an agent. Returns undefined if the user is already an active agent. */
export const admitAgent = (
  trx: Transaction,
  input: { organizationId: string; userId: string; role: Role; now: string },
): Promise<{ id: string } | undefined> =>
  agentTables(trx)
    .insertInto('agent')
    .values({
      id: newId(),
      organization_id: input.organizationId,
      user_id: input.userId,
      role: input.role,
      name: null,
      avatar_url: null,
      created_at: input.now,
      removed_at: null,
      released_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'user_id'])
        .doUpdateSet({ role: input.role, name: null, removed_at: null, released_at: null })
        .where('agent.removed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()

export interface LockedAgent {
  id: string
  user_id: string
  role: Role
}

/** Locks the owners and the given agents, ordered by id, so that concurrent changes cannot remove the last owner. */
export const lockAgents = (
  trx: Transaction,
  organizationId: string,
  agentIds: string[],
): Promise<LockedAgent[]> =>
  agentTables(trx)
    .selectFrom('agent')
    .select(['id', 'user_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('id', 'in', agentIds)]))
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateRole = (trx: Transaction, agentId: string, role: Role) =>
  agentTables(trx).updateTable('agent').set({ role }).where('id', '=', agentId).execute()

/** Stores the current name, which is shown with the agent's messages from then on. */
export const markRemoved = (trx: Transaction, agentId: string, now: string) =>
  agentTables(trx)
    .updateTable('agent')
    .set((eb) => ({
      removed_at: now,
      released_at: null,
      name: eb
        .selectFrom('auth_user')
        .select('auth_user.name')
        .whereRef('auth_user.id', '=', 'agent.user_id'),
    }))
    .where('id', '=', agentId)
    .execute()

export interface RemovedAgent {
  id: string
  organization_id: string
  removed_at: string
}

/** Agents removed before this time whose release is not finished, by id. */
export const listUnreleased = (
  db: Database,
  query: { removedBefore: string; after: string | null; max: number },
): Promise<RemovedAgent[]> =>
  agentTables(db)
    .selectFrom('agent')
    .select(['id', 'organization_id', 'removed_at'])
    .where('removed_at', 'is not', null)
    .where('released_at', 'is', null)
    .where('removed_at', '<', query.removedBefore)
    .$if(query.after !== null, (rows) => rows.where('id', '>', query.after))
    .orderBy('id')
    .limit(query.max)
    .$narrowType<{ removed_at: string }>()
    .execute()

/** false: they were invited again since. */
export async function isRemovedSince(db: Database, agent: RemovedAgent): Promise<boolean> {
  const row = await agentTables(db)
    .selectFrom('agent')
    .select('removed_at')
    .where('id', '=', agent.id)
    .executeTakeFirst()
  return row?.removed_at === agent.removed_at
}

export const markReleased = (db: Database, agent: RemovedAgent, now: string) =>
  agentTables(db)
    .updateTable('agent')
    .set({ released_at: now })
    .where('id', '=', agent.id)
    .where('removed_at', '=', agent.removed_at)
    .execute()
