import type { AgentFace, Me, Role } from '@parley/protocol/agent'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import type { MailQueue } from '../../core/mail/mail-queue.ts'
import { roleReaches, type AgentIdentity } from '../../core/permissions.ts'
import { settleEach } from '../../core/settle-each.ts'
import { createTtlCache } from '../../core/cache.ts'
import {
  findActiveAgent,
  findFace,
  holdActiveAgents,
  isRemovedSince,
  listActiveAgents,
  listMemberships,
  listUnreleased,
  lockAgents,
  markReleased,
  markRemoved,
  updateRole,
  type AgentRow,
  type LockedAgent,
  type RemovedAgent,
} from './agent-store.ts'
import { withdrawInvitations } from './invitation-store.ts'
import { hasVerifiedEmail } from './person-store.ts'

export type Agents = ReturnType<typeof createAgents>

/** Roles that each role may not invite. */
const notInvitableBy: Record<Role, Role[]> = {
  owner: [],
  admin: ['owner'],
  agent: ['owner', 'admin', 'agent'],
}

/**
 * A removal is over by then, and so are the requests that still saw the agent as active: an assignment may commit after the
 * removal listed the agent's conversations.
 */
const releaseAfterMs = 60_000

const maxReleasesPerRun = 20

export function createAgents(deps: {
  db: Database
  bus: Bus
  clock: Clock
  /** Ends `releaseRemoved` after the agent in progress. */
  signal: AbortSignal
  onError: (error: unknown) => void
  organizationNames: (ids: string[]) => Promise<Map<string, string>>
  mails: Pick<MailQueue, 'isOn' | 'withdraw'>
  signup: 'open' | 'closed'
  /** Whether `/shop` exists. */
  hasDemoShop: boolean
}) {
  const { db, bus, clock } = deps

  // Each inbox row shows an agent's name and avatar, which rarely change.
  const faces = createTtlCache(
    (key) => {
      const [organizationId = '', agentId = ''] = key.split(' ')
      return findFace(db, organizationId, agentId)
    },
    { ttlMs: 30_000, maxEntries: 10_000 },
    clock,
  )
  bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
    if (what === 'agents') faces.deleteWithPrefix(`${organizationId} `)
  })
  bus.onGap(faces.clear)
  const faceOf = (organizationId: string, agentId: string): Promise<AgentFace | undefined> =>
    faces.get(`${organizationId} ${agentId}`)

  const removalListeners: ((organizationId: string, agentId: string) => Promise<void>)[] = []
  /** Where the next `releaseRemoved` begins, so that agents whose release fails do not keep others waiting. */
  let releasedUpTo: string | null = null

  return {
    /**
     * Runs after an agent's removal has committed, in the order of registration, and once more about a minute later
     * (`releaseRemoved`). Must be idempotent.
     */
    whenRemoved: (listener: (organizationId: string, agentId: string) => Promise<void>) =>
      void removalListeners.push(listener),

    list: (organizationId: string, page: Parameters<typeof listActiveAgents>[2]): Promise<AgentRow[]> =>
      listActiveAgents(db, organizationId, page),

    /** All active agents. */
    listAgents: (organizationId: string): Promise<AgentRow[]> => listActiveAgents(db, organizationId),

    /** Active agents whose address gets mails. With open sign-up anyone can name any address, so only confirmed ones do. */
    async mailRecipients(organizationId: string): Promise<AgentRow[]> {
      const agents = await listActiveAgents(db, organizationId)
      return deps.signup === 'open' ? agents.filter((agent) => agent.email_verified) : agents
    },

    /** Includes removed agents. undefined: the organization never had this agent. */
    faceOf,

    /** Keyed by agent id; unknown ids are omitted. */
    async facesOf(organizationId: string, agentIds: string[]): Promise<Map<string, AgentFace>> {
      const unique = [...new Set(agentIds)]
      const found = await Promise.all(unique.map((id) => faceOf(organizationId, id)))
      return new Map(found.filter((face) => face !== undefined).map((face) => [face.id, face]))
    },

    /** Whether the agent is active in the organization. */
    async agentExists(organizationId: string, agentId: string): Promise<boolean> {
      return isId(agentId) && (await findActiveAgent(db, organizationId, agentId)) !== undefined
    },

    /** Returns which of these agents are active: they cannot be removed before the transaction ends. */
    holdActive: holdActiveAgents,

    async find(organizationId: string, agentId: string): Promise<AgentRow> {
      const agent = await findActiveAgent(db, organizationId, agentId)
      if (!agent) throw new AppError('not_found')
      return agent
    },

    async me(person: { userId: string; name: string; email: string }): Promise<Me> {
      const memberships = await listMemberships(db, person.userId)
      const names = await deps.organizationNames(memberships.map((row) => row.organization_id))
      const needsConfirmation = deps.signup === 'open' && deps.mails.isOn
      const isUnconfirmed = needsConfirmation && !(await hasVerifiedEmail(db, person.userId))
      return {
        user: {
          id: person.userId,
          name: person.name,
          email: person.email,
          email_unconfirmed: isUnconfirmed,
        },
        memberships: memberships.map((row) => ({
          agent_id: row.agent_id,
          role: row.role,
          organization: { id: row.organization_id, name: names.get(row.organization_id) ?? '' },
        })),
        demo_shop: deps.hasDemoShop,
      }
    },

    /**
     * Locks the actor's role until the commit, for changes that outlive the role, such as a new API key.
     * @throws AppError forbidden when the actor no longer has the role
     */
    async holdRole(trx: Transaction, actor: AgentIdentity, needed: Role): Promise<void> {
      const locked = await lockAgents(trx, actor.organizationId, [actor.agentId])
      const role = locked.find((one) => one.id === actor.agentId)?.role
      if (role === undefined || !roleReaches(role, needed)) throw new AppError('forbidden')
    },

    /** @throws AppError not_found, forbidden (only owners grant or revoke the owner role), last_owner */
    async changeRole(actor: AgentIdentity, agentId: string, role: Role): Promise<void> {
      const { organizationId } = actor
      const withdrew = await db.transaction().execute(async (trx) => {
        const { agent, owners } = await lockForChange(trx, actor, agentId, role)
        if (agent.role === role) return false
        if (agent.role === 'owner' && owners === 1) throw new AppError('last_owner')
        await updateRole(trx, agent.id, role)
        // Only admins read reports.
        if (!roleReaches(role, 'admin')) await deps.mails.withdraw(trx, agent.id, 'report')
        const now = timestamp(clock())
        const roles = notInvitableBy[role]
        return (
          roles.length > 0 && withdrawInvitations(trx, { organizationId, now, invitedBy: agent.id, roles })
        )
      })
      announceChange(bus, organizationId, 'agents')
      if (withdrew) announceChange(bus, organizationId, 'invitations')
    },

    /**
     * Closes their sockets and withdraws their invitations. Their messages keep their name.
     * @throws AppError not_found, forbidden, last_owner
     */
    async remove(actor: AgentIdentity, agentId: string): Promise<void> {
      const { organizationId } = actor
      const removed = await db.transaction().execute(async (trx) => {
        const { agent, owners } = await lockForChange(trx, actor, agentId, 'agent')
        if (agent.role === 'owner' && owners === 1) throw new AppError('last_owner')
        const now = timestamp(clock())
        await markRemoved(trx, agent.id, now)
        const roles = notInvitableBy.agent
        const withdrew = await withdrawInvitations(trx, {
          organizationId,
          now,
          invitedBy: agent.id,
          roles,
        })
        return { ...agent, now, withdrew }
      })
      bus.publish('agent.gone', {
        organization_id: organizationId,
        user_id: removed.user_id,
        session_id: null,
      })
      announceChange(bus, organizationId, 'agents')
      if (removed.withdrew) announceChange(bus, organizationId, 'invitations')
      await runListeners({ id: removed.id, organization_id: organizationId, removed_at: removed.now })
    },

    /**
     * Runs the removal listeners for agents removed more than a minute ago, until all listeners have succeeded once. Finishes
     * removals that failed or whose process was killed, and releases what was assigned while an agent was being removed.
     */
    async releaseRemoved(): Promise<void> {
      const removedBefore = timestamp(clock() - releaseAfterMs)
      const due = await listUnreleased(db, { removedBefore, after: releasedUpTo, max: maxReleasesPerRun })
      releasedUpTo = due.length < maxReleasesPerRun ? null : (due.at(-1)?.id ?? null)
      for (const agent of due) {
        if (deps.signal.aborted) return
        try {
          await runListeners(agent)
          await markReleased(db, agent, timestamp(clock()))
        } catch (error) {
          deps.onError(error)
        }
      }
    },
  }

  /** One failing listener does not stop the others. @throws the first error, after all listeners ran */
  async function runListeners(agent: RemovedAgent): Promise<void> {
    await settleEach(removalListeners, async (listener) => {
      // An agent who was invited again keeps what they are given from then on.
      if (await isRemovedSince(db, agent)) await listener(agent.organization_id, agent.id)
    })
  }

  /** Returns the agent and the number of owners, both locked until the commit. */
  async function lockForChange(
    trx: Parameters<typeof lockAgents>[0],
    actor: AgentIdentity,
    agentId: string,
    role: Role,
  ): Promise<{ agent: LockedAgent; owners: number }> {
    const locked = await lockAgents(trx, actor.organizationId, [agentId, actor.agentId])
    const agent = locked.find((one) => one.id === agentId)
    if (!agent) throw new AppError('not_found')
    // The actor's role may have changed since the request was authorized.
    const actsAs = locked.find((one) => one.id === actor.agentId)?.role
    const needed = agent.role === 'owner' || role === 'owner' ? 'owner' : 'admin'
    if (actsAs === undefined || !roleReaches(actsAs, needed)) throw new AppError('forbidden')
    return { agent, owners: locked.filter((one) => one.role === 'owner').length }
  }
}
