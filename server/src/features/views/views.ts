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
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { roleReaches } from '../../core/permissions.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  countOthers,
  deleteView,
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
export function createViews({ db, bus, clock, countLists }: ViewDeps) {
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  async function exclusively<T>(organizationId: string, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const result = await turns.run(organizationId, () =>
      db.transaction().execute(async (trx) => {
        await lockViews(trx, organizationId)
        return work(trx)
      }),
    )
    announceChange(bus, organizationId, 'views')
    return result
  }

  /** @throws AppError not_found, forbidden */
  async function changeable(trx: Transaction, by: ViewAgent, viewId: string): Promise<ViewRow> {
    const known = await findView(trx, by.organizationId, by.agentId, viewId)
    if (!known) throw new AppError('not_found')
    if (known.agent_id !== by.agentId && !roleReaches(by.role, 'admin')) throw new AppError('forbidden')
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
    list: ({ organizationId, agentId }: ViewAgent) => listViews(db, organizationId, agentId),

    /** One pass over the open conversations, however many views there are. */
    async counts({ organizationId, agentId }: ViewAgent): Promise<ViewCounts> {
      const views = await listViews(db, organizationId, agentId)
      const counted = views.filter(({ view }) => view !== 'closed')
      const lists = counted.map(({ view, filter }) => ({ view, filter: parseFilter(filter) }))
      const counts = await countLists(organizationId, agentId, lists, maxViewCount)
      const byId = new Map(counted.map(({ id }, index) => [id, counts[index] ?? 0]))
      return { data: views.map(({ id }) => ({ id, count: byId.get(id) ?? null })) }
    },

    /** @throws AppError view_limit */
    create: ({ organizationId, agentId }: ViewAgent, input: SavedViewInput): Promise<ViewRow> =>
      exclusively(organizationId, (trx) => {
        const now = timestamp(clock())
        return save(trx, {
          id: newId(),
          organization_id: organizationId,
          agent_id: agentId,
          visibility: input.visibility.type,
          name: nameOf(input.name),
          view: input.view,
          filter: formatFilter(parseFilter(input.filter)),
          sort: input.sort,
          created_at: now,
          updated_at: now,
        })
      }),

    /** The author may, and admins change shared ones. @throws AppError not_found, forbidden, view_limit */
    change: (by: ViewAgent, viewId: string, change: SavedViewChange): Promise<ViewRow> =>
      exclusively(by.organizationId, async (trx) => {
        const known = await changeable(trx, by, viewId)
        return save(trx, {
          ...known,
          // A view that becomes personal belongs to the agent who changed it.
          ...(change.visibility?.type === 'personal' && { agent_id: by.agentId }),
          visibility: change.visibility?.type ?? known.visibility,
          name: change.name === undefined ? known.name : nameOf(change.name),
          view: change.view ?? known.view,
          filter: change.filter === undefined ? known.filter : formatFilter(parseFilter(change.filter)),
          sort: change.sort ?? known.sort,
          updated_at: timestamp(clock()),
        })
      }),

    /** @throws AppError not_found, forbidden */
    remove: (by: ViewAgent, viewId: string): Promise<void> =>
      exclusively(by.organizationId, async (trx) => {
        await changeable(trx, by, viewId)
        await deleteView(trx, viewId)
      }),

    releaseAgent: (organizationId: string, agentId: string): Promise<void> =>
      exclusively(organizationId, (trx) => releaseViews(trx, organizationId, agentId)),
  }
}

const nameOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')
