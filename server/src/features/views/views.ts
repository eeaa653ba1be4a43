import type { Role } from '@parley/protocol/agent'
import { formatFilter, parseFilter, type ListFilter } from '@parley/protocol/conversation-filter'
import {
  maxPersonalViews,
  maxSharedViews,
  maxViewCount,
  type SavedViewChange,
  type SavedViewInput,
  type ViewCounts,
} from '@parley/protocol/view'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { filterOf } from '../../core/conversation-filter.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { roleReaches } from '../../core/permissions.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  columnsOf,
  mayChange,
  requireShareable,
  teamUnknown,
  visibilityOf,
  type Viewer,
} from '../../core/visibility.ts'
import {
  countOthers,
  deleteView,
  deleteViewsOfTeam,
  findView,
  listViews,
  lockViews,
  putView,
  releaseViews,
  type ViewRow,
} from './view-store.ts'

export interface ViewAgent {
  organizationId: string
  agentId: string
  role: Role
}

export interface ViewDeps {
  db: Database
  bus: Bus
  clock: Clock
  /** Teams of the agent; all teams if `agentId` is null. */
  teamsOf: (organizationId: string, agentId: string | null) => Promise<Viewer['teams']>
  /** Number of open conversations in each list, up to `max`. */
  countLists: (
    organizationId: string,
    agentId: string,
    lists: readonly ListFilter[],
    max: number,
  ) => Promise<number[]>
}

export type Views = ReturnType<typeof createViews>

/** Saved views of the inbox (docs/decisions/agent-workspace.md). */
export function createViews({ db, bus, clock, countLists, teamsOf }: ViewDeps) {
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  async function exclusively<T>(organizationId: string, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const result = await turns
      .run(organizationId, () =>
        db.transaction().execute(async (trx) => {
          await lockViews(trx, organizationId)
          return work(trx)
        }),
      )
      .catch((error: unknown) => {
        // The team was deleted meanwhile.
        if (postgresCode(error) === foreignKeyViolation) throw teamUnknown(error)
        throw error
      })
    announceChange(bus, organizationId, 'views')
    return result
  }

  async function viewerOf({ organizationId, agentId, role }: ViewAgent): Promise<Viewer> {
    const isAdmin = roleReaches(role, 'admin')
    return { organizationId, agentId, role, teams: await teamsOf(organizationId, isAdmin ? null : agentId) }
  }

  /** @throws AppError not_found, forbidden */
  async function changeable(trx: Transaction, by: Viewer, viewId: string): Promise<ViewRow> {
    const known = await findView(trx, by, viewId)
    if (!known) throw new AppError('not_found')
    if (!mayChange(by, known)) throw new AppError('forbidden')
    return known
  }

  /** @throws AppError view_limit */
  async function save(trx: Transaction, row: ViewRow): Promise<ViewRow> {
    const limit = row.visibility === 'personal' ? maxPersonalViews : maxSharedViews
    if ((await countOthers(trx, row)) >= limit) throw new AppError('view_limit')
    await putView(trx, row)
    return row
  }

  return {
    list: async (agent: ViewAgent) => listViews(db, await viewerOf(agent)),

    /** One pass over the open conversations, however many views there are. */
    async counts(agent: ViewAgent): Promise<ViewCounts> {
      const { organizationId, agentId } = agent
      const views = await listViews(db, await viewerOf(agent))
      const counted = views.filter(({ view }) => view !== 'closed')
      const lists = counted.map(({ view, filter }) => ({ view, filter: parseFilter(filter) }))
      const counts = await countLists(organizationId, agentId, lists, maxViewCount)
      const byId = new Map(counted.map(({ id }, index) => [id, counts[index] ?? 0]))
      return { data: views.map(({ id }) => ({ id, count: byId.get(id) ?? null })) }
    },

    /** @throws AppError view_limit, team_unknown, invalid_request */
    async create(agent: ViewAgent, input: SavedViewInput): Promise<ViewRow> {
      const { organizationId, agentId } = agent
      requireShareable(await viewerOf(agent), input.visibility, { agent_id: agentId })
      return exclusively(organizationId, (trx) => {
        const now = timestamp(clock())
        return save(trx, {
          id: newId(),
          organization_id: organizationId,
          agent_id: agentId,
          ...columnsOf(input.visibility),
          name: nameOf(input.name),
          view: input.view,
          filter: formatFilter(filterOf(input.filter, '/body/filter')),
          sort: input.sort,
          created_at: now,
          updated_at: now,
        })
      })
    },

    /** @throws AppError not_found, forbidden, view_limit, team_unknown, invalid_request */
    async change(by: ViewAgent, viewId: string, change: SavedViewChange): Promise<ViewRow> {
      const viewer = await viewerOf(by)
      return exclusively(by.organizationId, async (trx) => {
        const known = await changeable(trx, viewer, viewId)
        const visibility = change.visibility ?? visibilityOf(known)
        requireShareable(viewer, visibility, known)
        return save(trx, {
          ...known,
          // A view that becomes personal belongs to the agent who changed it.
          ...(change.visibility?.type === 'personal' && { agent_id: by.agentId }),
          ...columnsOf(visibility),
          name: change.name === undefined ? known.name : nameOf(change.name),
          view: change.view ?? known.view,
          filter:
            change.filter === undefined
              ? known.filter
              : formatFilter(filterOf(change.filter, '/body/filter')),
          sort: change.sort ?? known.sort,
          updated_at: timestamp(clock()),
        })
      })
    },

    /** @throws AppError not_found, forbidden */
    async remove(by: ViewAgent, viewId: string): Promise<void> {
      const viewer = await viewerOf(by)
      await exclusively(by.organizationId, async (trx) => {
        await changeable(trx, viewer, viewId)
        await deleteView(trx, viewId)
      })
    },

    releaseAgent: (organizationId: string, agentId: string): Promise<void> =>
      exclusively(organizationId, (trx) => releaseViews(trx, organizationId, agentId)),

    /** The team is being deleted, and its views with it. */
    async releaseTeam(organizationId: string, teamId: string): Promise<void> {
      if (await deleteViewsOfTeam(db, organizationId, teamId)) announceChange(bus, organizationId, 'views')
    },
  }
}

const foreignKeyViolation = '23503'

const nameOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')
