import type { AgentFace } from '@parley/protocol/agent'
import type { Actor } from '@parley/protocol/event'
import type { Team } from '@parley/protocol/team'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog, LogTransaction } from '../../core/event-log.ts'
import { findConversation, updateConversation, type ConversationRow } from './conversation-store.ts'
import type { ConversationDeps, Conversations } from './conversations.ts'
import { routedEntry } from './routed-entry.ts'
import {
  claimOldest,
  clearTeamOfClosed,
  loadsOf,
  lockIfFree,
  openOfTeam,
  teamsWaiting,
  unansweredSince,
  type TeamDeadline,
} from './team-queue-store.ts'

type RoutedTeam = Pick<Team, 'id' | 'name'>

const system: Actor = { type: 'system' }

export interface TeamChoice {
  team: RoutedTeam | null
  reason: 'chosen' | 'deleted'
  by: AgentFace | null
  actor: Actor
  isMember: (agentId: string) => Promise<boolean>
}

/** The team of a conversation, and what teams need to assign their conversations. The rules are in features/teams. */
export function createTeamAssignment(deps: {
  db: Database
  log: EventLog
  conversations: Pick<Conversations, 'assignLocked'>
  customerBrief: ConversationDeps['customerBrief']
  faceOf: ConversationDeps['faceOf']
}) {
  const { db, log, conversations } = deps

  /** Outside the team, only the customer's dedicated agent keeps the conversation. */
  async function staysWith(
    tx: LogTransaction,
    row: ConversationRow,
    { team, isMember }: TeamChoice,
  ): Promise<boolean> {
    if (row.agent_id === null || team === null || (await isMember(row.agent_id))) return true
    const customer = await deps.customerBrief(tx, row.organization_id, row.customer_id)
    return customer?.private_agent_id === row.agent_id
  }

  return {
    /** Returns whether something changed. @throws AppError not_found, conversation_closed */
    async setTeam(organizationId: string, conversationId: string, choice: TeamChoice): Promise<boolean> {
      const known = await findConversation(db, organizationId, conversationId)
      if (!known) throw new AppError('not_found')
      return log.transact(async (tx) => {
        const head = await tx.lock(organizationId, known.customer_id)
        const row = head && (await findConversation(tx.db, organizationId, conversationId))
        if (!row) throw new AppError('not_found')
        if (row.status === 'closed') throw new AppError('conversation_closed')
        const { team, reason, by, actor } = choice
        if (row.team_id === (team?.id ?? null)) return false
        const stays = await staysWith(tx, row, choice)
        const changed = await updateConversation(tx.db, row.id, {
          team_id: team?.id ?? null,
          // The deadline of the former team no longer applies.
          routed_at: null,
          updated_at: tx.now,
        })
        tx.append(head, [routedEntry(row, actor, { team, reason, from: null, by })])
        if (!stays) await conversations.assignLocked(tx, head, changed, null, actor)
        return true
      })
    },

    teamsWaiting: (teamIds: string[]) => teamsWaiting(db, teamIds),
    loadsOf,

    claim: (tx: LogTransaction, organizationId: string, teamIds: string[]) =>
      claimOldest(tx.db, organizationId, teamIds),

    /** Assigns a claimed conversation. */
    async assignClaimed(tx: LogTransaction, row: ConversationRow, agentId: string): Promise<void> {
      const head = await tx.lock(row.organization_id, row.customer_id)
      if (!head) throw new Error('A conversation without a log')
      await conversations.assignLocked(tx, head, row, agentId, system, tx.now)
    },

    unanswered: (deadlines: TeamDeadline[], max: number) => unansweredSince(db, deadlines, max),

    /**
     * Locks a conversation that is still unanswered, asks `decide` for its next agent, and moves it on. null: it becomes
     * unassigned; undefined: it stays. Returns whether it moved. A locked customer is skipped: their conversation moves with a later sweep.
     */
    async moveOn(
      tx: LogTransaction,
      where: { organizationId: string; customerId: string; conversationId: string },
      deadline: TeamDeadline,
      team: RoutedTeam,
      decide: (agentId: string) => Promise<string | null | undefined>,
    ): Promise<boolean> {
      const { organizationId, customerId, conversationId } = where
      // The caller has the organization's lock, for which all its assignments wait.
      if (!(await lockIfFree(tx.db, customerId))) return false
      const head = await tx.lock(organizationId, customerId)
      if (!head) return false
      const [due] = await unansweredSince(tx.db, [deadline], 1, conversationId)
      const row = due && (await findConversation(tx.db, organizationId, conversationId))
      if (!row || row.agent_id === null) return false
      const next = await decide(row.agent_id)
      if (next === undefined) return false
      const from = (await deps.faceOf(organizationId, row.agent_id)) ?? null
      tx.append(head, [routedEntry(row, system, { team, reason: 'unanswered', from, by: null })])
      await conversations.assignLocked(tx, head, row, next, system, next === null ? null : tx.now)
      return true
    },

    openOfTeam: (teamId: string, max: number) => openOfTeam(db, teamId, max),
    clearTeamOfClosed: (teamId: string, max: number) => clearTeamOfClosed(db, teamId, max),
  }
}
