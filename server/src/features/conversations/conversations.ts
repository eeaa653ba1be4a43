import type { AgentFace } from '@parley/protocol/agent'
import type { ConversationStarted } from '@parley/protocol/conversation'
import type { Actor } from '@parley/protocol/event'
import { AppError } from '../../core/app-error.ts'
import { secondsBetween, timestamp } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog, LogHead, LogTransaction, NewEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { settleEach } from '../../core/settle-each.ts'
import { waitingAgain } from './automatic-messages.ts'
import { isOutdated, type Seen } from './outdated-view.ts'
import {
  findConversation,
  findOpenConversation,
  insertConversation,
  isInTeamByLog,
  latestStart,
  openConversationsOf,
  updateConversation,
  type ConversationRow,
} from './conversation-store.ts'
import { endedEntry } from './ended-entry.ts'
import { routedEntry } from './routed-entry.ts'
import { unreadByAgents } from './unread-count.ts'

/** What a conversation needs of its customer; supplied by the customers feature. */
export interface CustomerBrief {
  id: string
  provider_id: string
  external_id: string
  private_agent_id: string | null
}

export interface ConversationDeps {
  db: Database
  log: EventLog
  customerBrief: (
    tx: LogTransaction,
    organizationId: string,
    customerId: string,
  ) => Promise<CustomerBrief | undefined>
  /** Faces of agents, also of removed ones. */
  faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
  agentExists: (organizationId: string, agentId: string) => Promise<boolean>
  /** The team in which new conversations of this widget start. */
  firstTeam: (
    db: LogTransaction['db'],
    organizationId: string,
    providerId: string,
  ) => Promise<{ id: string; name: string } | null>
  /** Whether the agent is connected and not away. */
  isPresent: (organizationId: string, agentId: string) => Promise<boolean>
}

export type Conversations = ReturnType<typeof createConversations>

/** Lifecycle of conversations (spec 3, design 5). Commands return the row after the change. */
export function createConversations(deps: ConversationDeps) {
  const { db, log } = deps

  const startedEntry = (row: ConversationRow, customer: CustomerBrief, actor: Actor): NewEntry => ({
    type: 'conversation.started',
    audience: 'both',
    conversation_id: row.id,
    actor,
    data: {
      customer_id: row.customer_id,
      provider_id: row.provider_id,
      external_id: customer.external_id,
      started_at: row.started_at,
    } satisfies ConversationStarted,
  })

  async function assignedEntry(row: ConversationRow, actor: Actor): Promise<NewEntry> {
    const agent =
      row.agent_id === null ? null : ((await deps.faceOf(row.organization_id, row.agent_id)) ?? null)
    return {
      type: 'conversation.assigned',
      audience: 'both',
      conversation_id: row.id,
      actor,
      data: { agent },
    }
  }

  /** Runs a change of one conversation under its customer's lock. */
  async function change<T>(
    organizationId: string,
    conversationId: string,
    work: (tx: LogTransaction, head: LogHead, row: ConversationRow) => Promise<T>,
  ): Promise<T> {
    const known = await findConversation(db, organizationId, conversationId)
    if (!known) throw new AppError('not_found')
    return log.transact(async (tx) => {
      const head = await tx.lock(organizationId, known.customer_id)
      const row = head && (await findConversation(tx.db, organizationId, conversationId))
      if (!row) throw new AppError('not_found')
      return work(tx, head, row)
    })
  }

  /** Reopens a closed conversation: the same id, a new started_at, a new pair of events (design 5). */
  async function reopen(
    tx: LogTransaction,
    head: LogHead,
    row: ConversationRow,
    agentId: string | null,
    actor: Actor,
  ) {
    if (await findOpenConversation(tx.db, row.customer_id)) throw new AppError('another_conversation_open')
    const customer = await briefOf(tx, row)
    const reopened = await updateConversation(tx.db, row.id, {
      status: 'open',
      agent_id: agentId,
      routed_at: null,
      started_at: await nextStart(tx, row.customer_id),
      closed_at: null,
      duration: null,
      first_response_time: null,
      waiting_since: waitingAgain,
      unread: unreadByAgents,
      updated_at: tx.now,
    })
    const entries = [startedEntry(reopened, customer, actor)]
    // A closed conversation loses a deleted team without an entry, and readers of the log still count it for that team.
    if (reopened.team_id === null && (await isInTeamByLog(tx.db, reopened)))
      entries.push(
        routedEntry(reopened, { type: 'system' }, { team: null, reason: 'deleted', from: null, by: null }),
      )
    // conversation.started does not name the agent: readers of the log learn it from this entry, as in openFor.
    if (agentId !== null) entries.push(await assignedEntry(reopened, actor))
    tx.append(head, entries)
    return reopened
  }

  async function briefOf(tx: LogTransaction, row: ConversationRow): Promise<CustomerBrief> {
    const brief = await deps.customerBrief(tx, row.organization_id, row.customer_id)
    if (!brief) throw new Error('A conversation without a customer')
    return brief
  }

  return {
    find: (organizationId: string, conversationId: string) =>
      findConversation(db, organizationId, conversationId),
    findOpen: (customerId: string) => findOpenConversation(db, customerId),

    /** The open conversation of a customer whose head is locked, or a new one, assigned to the dedicated agent. */
    async openFor(tx: LogTransaction, head: LogHead): Promise<ConversationRow> {
      const open = await findOpenConversation(tx.db, head.customer_id)
      if (open) return open
      const customer = await deps.customerBrief(tx, head.organization_id, head.customer_id)
      if (!customer) throw new Error('A log without a customer')
      const team = await deps.firstTeam(tx.db, head.organization_id, head.provider_id)
      const row = await insertConversation(tx.db, {
        id: newId(),
        organization_id: head.organization_id,
        customer_id: head.customer_id,
        provider_id: head.provider_id,
        agent_id: await dedicatedAgent(head.organization_id, customer),
        team_id: team?.id ?? null,
        started_at: await nextStart(tx, head.customer_id),
        now: tx.now,
      })
      const entries = [startedEntry(row, customer, { type: 'customer' })]
      if (team !== null)
        entries.push(routedEntry(row, { type: 'system' }, { team, reason: 'widget', from: null, by: null }))
      if (row.agent_id !== null) entries.push(await assignedEntry(row, { type: 'system' }))
      tx.append(head, entries)
      return row
    },

    /** Returns whether the agent changed. @throws AppError not_found, conversation_closed, agent_unknown */
    assign: (organizationId: string, conversationId: string, agentId: string | null, actor: Actor) =>
      change(organizationId, conversationId, async (tx, head, row) => {
        if (row.status === 'closed') throw new AppError('conversation_closed')
        if (agentId !== null && !(await deps.agentExists(organizationId, agentId)))
          throw new AppError('agent_unknown')
        await assign(tx, head, row, agentId, actor)
        return row.agent_id !== agentId
      }),

    /** Assigns the conversation to this agent, also from another one; reopens a closed one (spec 3). */
    takeOver: (organizationId: string, conversationId: string, agentId: string) =>
      change(organizationId, conversationId, async (tx, head, row) => {
        const actor: Actor = { type: 'agent', id: agentId }
        if (row.status === 'closed') return reopen(tx, head, row, agentId, actor)
        return assign(tx, head, row, agentId, actor)
      }),

    reopen: (organizationId: string, conversationId: string, actor: Actor) =>
      change(organizationId, conversationId, async (tx, head, row) => {
        if (row.status === 'open') throw new AppError('conversation_open')
        return reopen(tx, head, row, await agentToReturnTo(row, actor), actor)
      }),

    /** @throws AppError not_found, conversation_closed, stale_view */
    close: (organizationId: string, conversationId: string, actor: Actor, seen: Seen | null = null) =>
      change(organizationId, conversationId, async (tx, head, row) => {
        if (row.status === 'closed') throw new AppError('conversation_closed')
        if (seen !== null && (await isOutdated(tx.db, head, row, { seen, actor })))
          throw new AppError('stale_view')
        // The clock of this process may be behind that of the one that started it.
        const closedAt = tx.now > row.started_at ? tx.now : row.started_at
        const closed = await updateConversation(tx.db, row.id, {
          status: 'closed',
          closed_at: closedAt,
          duration: secondsBetween(row.started_at, closedAt),
          waiting_since: null,
          unread: 0,
          snoozed_seq: null,
          snoozed_until: null,
          snoozed_by: null,
          updated_at: tx.now,
        })
        tx.append(head, [endedEntry(closed, actor)])
        return closed
      }),

    assignLocked: assign,

    /** Assigns the open conversation of a customer whose head is locked, if there is one. */
    async assignOpen(tx: LogTransaction, head: LogHead, agentId: string, actor: Actor): Promise<void> {
      const row = await findOpenConversation(tx.db, head.customer_id)
      if (row) await assign(tx, head, row, agentId, actor)
    },

    /** Unassigns the open conversations of an agent who was removed, so that colleagues see them. */
    async releaseAgent(organizationId: string, agentId: string): Promise<void> {
      await settleEach(await openConversationsOf(db, organizationId, agentId), ({ id }) =>
        change(organizationId, id, async (tx, head, row) => {
          if (row.status === 'open' && row.agent_id === agentId)
            await assign(tx, head, row, null, { type: 'system' })
        }),
      )
    },
  }

  async function assign(
    tx: LogTransaction,
    head: LogHead,
    row: ConversationRow,
    agentId: string | null,
    actor: Actor,
    /** When its team assigned it; null: assigned by a person or not at all. */
    routedAt: string | null = null,
  ) {
    // A person who chooses the agent whom the team assigned decides as well: the team no longer moves the conversation.
    if (row.agent_id === agentId) return updateConversation(tx.db, row.id, { routed_at: routedAt })
    const change = { agent_id: agentId, routed_at: routedAt, updated_at: tx.now }
    const assigned = await updateConversation(tx.db, row.id, change)
    tx.append(head, [await assignedEntry(assigned, actor)])
    return assigned
  }

  /** Without a team, no other agent would be assigned, so this one need not be present. */
  async function agentToReturnTo(row: ConversationRow, actor: Actor): Promise<string | null> {
    const { organization_id: organizationId, agent_id: agentId } = row
    if (agentId === null || !(await deps.agentExists(organizationId, agentId))) return null
    const acts = actor.type === 'agent' && actor.id === agentId
    return row.team_id === null || acts || (await deps.isPresent(organizationId, agentId)) ? agentId : null
  }

  /** null when there is none, or when they were removed from the organization. */
  async function dedicatedAgent(organizationId: string, customer: CustomerBrief): Promise<string | null> {
    const { private_agent_id: agentId } = customer
    return agentId !== null && (await deps.agentExists(organizationId, agentId)) ? agentId : null
  }
}

/** started_at pairs events and is unique per customer: a start in the same millisecond is moved by one. */
async function nextStart(tx: LogTransaction, customerId: string): Promise<string> {
  const latest = await latestStart(tx.db, customerId)
  if (latest === null || latest < tx.now) return tx.now
  return timestamp(Date.parse(latest) + 1)
}
