import type { AgentFace } from '@parley/protocol/agent'
import type { Actor } from '@parley/protocol/event'
import { maxTeams, type Team, type TeamChange, type TeamInput, type TeamMember } from '@parley/protocol/team'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import { lockRouting } from './routing-store.ts'
import {
  countTeams,
  deletedTeams,
  deleteTeam,
  findTeam,
  forgetMember,
  insertTeam,
  isMember,
  listTeams,
  lockTeams,
  nameTaken,
  replaceMembers,
  replaceWidgets,
  updateTeam,
  widgetsOf,
  withMembers,
  type TeamRow,
} from './team-store.ts'

/** Conversations that one agent handles at once in live chat, until an admin changes it. */
const defaultCapacity = 5

export interface TeamDeps {
  db: Database
  bus: Bus
  clock: Clock
  /** Returns the agents that are not removed, and locks them until the transaction ends. */
  holdActive: (trx: Transaction, organizationId: string, agentIds: string[]) => Promise<string[]>
  providerExists: (organizationId: string, providerId: string) => Promise<boolean>
  conversations: {
    setTeam: (
      organizationId: string,
      conversationId: string,
      choice: {
        team: Pick<Team, 'id' | 'name'> | null
        reason: 'chosen' | 'deleted'
        by: AgentFace | null
        actor: Actor
        isMember: (agentId: string) => Promise<boolean>
      },
    ) => Promise<boolean>
    openOfTeam: (teamId: string, max: number) => Promise<string[]>
    clearTeamOfClosed: (teamId: string, max: number) => Promise<number>
  }
  /** Deletes saved views and canned replies of the team. */
  releaseItems: (organizationId: string, teamId: string) => Promise<void>
  /** The team's conversations may now have an agent. */
  onChange: (organizationId: string) => void
}

/** null: an API key; without an agent: an automation rule. */
export type ChosenBy = { agentId: string | null; face: AgentFace } | null

export type Teams = ReturnType<typeof createTeams>

/** Teams of an organization (docs/decisions/teams.md). */
export function createTeams(deps: TeamDeps) {
  const { db, bus, clock, conversations } = deps
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  async function exclusively<T>(organizationId: string, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const result = await turns.run(organizationId, () =>
      db.transaction().execute(async (trx) => {
        await lockTeams(trx, organizationId)
        return work(trx)
      }),
    )
    announceChange(bus, organizationId, 'teams')
    deps.onChange(organizationId)
    return result
  }

  async function setRelations(trx: Transaction, team: TeamRow, input: TeamChange): Promise<Team> {
    const { organization_id: organizationId, id } = team
    if (input.members !== undefined) await setMembers(trx, organizationId, id, input.members)
    if (input.provider_ids !== undefined) await replaceWidgets(trx, id, input.provider_ids)
    const [result] = await withMembers(trx, [team])
    if (!result) throw new Error('The team was not returned')
    return result
  }

  /** @throws AppError agent_unknown */
  async function setMembers(
    trx: Transaction,
    organizationId: string,
    teamId: string,
    members: TeamMember[],
  ): Promise<void> {
    const ids = members.map(({ agent_id }) => agent_id)
    if (ids.length > 0) {
      const held = await deps.holdActive(trx, organizationId, ids)
      if (held.length < ids.length) throw new AppError('agent_unknown', { pointer: '/body/members' })
    }
    await replaceMembers(trx, teamId, members)
  }

  /**
   * `kept`: widgets that are accepted even if they are deleted.
   * @throws AppError invalid_request, provider_unknown
   */
  async function check(
    organizationId: string,
    { members, provider_ids: providerIds }: TeamChange,
    kept: string[] = [],
  ) {
    const ids = members?.map(({ agent_id }) => agent_id) ?? []
    if (new Set(ids).size < ids.length) throw new AppError('invalid_request', { pointer: '/body/members' })
    for (const id of providerIds ?? [])
      if (!kept.includes(id) && !(await deps.providerExists(organizationId, id)))
        throw new AppError('provider_unknown', { pointer: '/body/provider_ids' })
  }

  /**
   * Removes the team from its conversations, then deletes it. Can be repeated: a deletion that a stopped process left
   * unfinished is continued by the sweep.
   */
  async function finishDeletion(
    { id, organization_id: organizationId }: TeamRow,
    by: ChosenBy,
  ): Promise<void> {
    const isNotAsked = async () => true
    const choice = { team: null, reason: 'deleted', by: by?.face ?? null, isMember: isNotAsked } as const
    for (;;) {
      const open = await conversations.openOfTeam(id, batchSize)
      for (const conversationId of open)
        await conversations
          .setTeam(organizationId, conversationId, { ...choice, actor: actorOf(by) })
          .catch(ignoreClosed)
      if (open.length < batchSize) break
    }
    while ((await conversations.clearTeamOfClosed(id, batchSize)) === batchSize);
    await deps.releaseItems(organizationId, id)
    // Of another process that still clears rows, or an item saved meanwhile: its own end or the next sweep deletes the team.
    await deleteTeam(db, id).catch((error: unknown) => {
      if (postgresCode(error) !== foreignKeyViolation) throw error
    })
  }

  return {
    list: (organizationId: string) => listTeams(db, organizationId),

    /** @throws AppError team_limit, team_name_taken, agent_unknown, provider_unknown */
    async create(organizationId: string, input: TeamInput): Promise<Team> {
      await check(organizationId, input)
      return exclusively(organizationId, async (trx) => {
        const row: TeamRow = {
          id: newId(),
          organization_id: organizationId,
          name: nameOf(input.name),
          strategy: input.strategy ?? 'manual',
          capacity: input.capacity ?? defaultCapacity,
          reassign_minutes: input.reassign_minutes ?? null,
          created_at: timestamp(clock()),
          deleted_at: null,
        }
        if ((await countTeams(trx, organizationId)) >= maxTeams) throw new AppError('team_limit')
        if (await nameTaken(trx, organizationId, row.name, row.id)) throw nameTakenError()
        await insertTeam(trx, row)
        return setRelations(trx, row, input)
      })
    },

    /** @throws AppError not_found, team_name_taken, agent_unknown, provider_unknown */
    async change(organizationId: string, teamId: string, input: TeamChange): Promise<Team> {
      // A deleted widget stays in its team: programs send back the list that they were given.
      const kept = input.provider_ids && (await widgetsOf(db, organizationId, teamId))
      await check(organizationId, input, kept)
      return exclusively(organizationId, async (trx) => {
        const known = await findTeam(trx, organizationId, teamId)
        if (!known) throw new AppError('not_found')
        const name = input.name === undefined ? known.name : nameOf(input.name)
        if (name !== known.name && (await nameTaken(trx, organizationId, name, teamId)))
          throw nameTakenError()
        const row = await updateTeam(trx, teamId, {
          name,
          strategy: input.strategy ?? known.strategy,
          capacity: input.capacity ?? known.capacity,
          reassign_minutes:
            input.reassign_minutes === undefined ? known.reassign_minutes : input.reassign_minutes,
        })
        return setRelations(trx, row, input)
      })
    },

    /** Open conversations lose the team with a log entry and keep their agent. @throws AppError not_found */
    async remove(organizationId: string, teamId: string, by: ChosenBy): Promise<void> {
      const deleted = await exclusively(organizationId, async (trx) => {
        if (!(await findTeam(trx, organizationId, teamId))) throw new AppError('not_found')
        return updateTeam(trx, teamId, { deleted_at: timestamp(clock()) })
      })
      await finishDeletion(deleted, by)
    },

    /** Continues deletions that were interrupted. */
    async finishDeletions(): Promise<void> {
      for (const team of await deletedTeams(db, 100)) await finishDeletion(team, null)
    },

    /** Returns whether something changed. @throws AppError not_found, conversation_closed, team_unknown */
    async assign(
      organizationId: string,
      conversationId: string,
      teamId: string | null,
      by: ChosenBy,
    ): Promise<boolean> {
      const team = teamId === null ? null : await findTeam(db, organizationId, teamId)
      if (team === undefined) throw teamUnknown()
      return conversations
        .setTeam(organizationId, conversationId, {
          team: team && { id: team.id, name: team.name },
          reason: 'chosen',
          by: by?.face ?? null,
          actor: actorOf(by),
          isMember: (agentId) => (team === null ? Promise.resolve(true) : isMember(db, team.id, agentId)),
        })
        .catch((error: unknown) => {
          // The team was deleted meanwhile.
          throw postgresCode(error) === foreignKeyViolation ? teamUnknown(error) : error
        })
    },
  }
}

const foreignKeyViolation = '23503'

const teamUnknown = (cause?: unknown) => new AppError('team_unknown', { pointer: '/body/team_id', cause })

const batchSize = 500

const actorOf = (by: ChosenBy): Actor =>
  by === null || by.agentId === null ? { type: 'system' } : { type: 'agent', id: by.agentId }

/** Closed meanwhile: it loses the team with the closed ones. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conversation_closed')) throw error
}

const nameOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')

const nameTakenError = () => new AppError('team_name_taken', { pointer: '/body/name' })

/**
 * Removes a removed agent from all teams. A running assignment finishes first, so that none follows. Runs before the agent's
 * conversations are released, for them not to be assigned to the agent again.
 */
export const createMemberRemoval =
  ({ db, bus }: Pick<TeamDeps, 'db' | 'bus'>) =>
  async (organizationId: string, agentId: string): Promise<void> => {
    const wasMember = await db.transaction().execute(async (trx) => {
      await lockRouting(trx, organizationId)
      return forgetMember(trx, organizationId, agentId)
    })
    if (wasMember) announceChange(bus, organizationId, 'teams')
  }
