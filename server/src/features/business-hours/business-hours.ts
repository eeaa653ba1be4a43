import type {
  BusinessHours,
  BusinessHoursInput,
  OutsideHours,
  TeamHours,
} from '@parley/protocol/business-hours'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { createTtlCache } from '../../core/cache.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { deleteTeamHours, findHours, saveHours, type HoursOwner } from './business-hours-store.ts'
import { checkHours } from './check-hours.ts'
import { instantAfter, isOpen, nextOpening, openSeconds } from './open-time.ts'

/** Every connecting widget and every call asks. The TTL bounds staleness when an invalidation is lost. */
const cache = { ttlMs: 60_000, maxEntries: 10_000 }

export interface BusinessHoursDeps {
  db: Database
  bus: Bus
  clock: Clock
  teams: {
    find: (organizationId: string, teamId: string) => Promise<object | undefined>
    /** The team in which new conversations of this widget start. */
    firstTeam: (db: Database, organizationId: string, providerId: string) => Promise<{ id: string } | null>
  }
}

/** Counts business hours. Instants in milliseconds. */
export interface OpenTime {
  seconds: (from: number, to: number) => number
  /** null: not within two years. */
  after: (from: number, seconds: number) => number | null
}

/** Writes in `trx` commit together with the hours. The returned function runs after the commit. */
export type SavedListener = (trx: Transaction, organizationId: string) => Promise<() => void>

export type BusinessHoursRules = ReturnType<typeof createBusinessHours>

/**
 * When an organization and its teams reply. Without saved hours, or with disabled ones, it is always open. A team without
 * hours of its own uses those of the organization.
 */
export function createBusinessHours({ db, bus, clock, teams }: BusinessHoursDeps) {
  const saved: SavedListener[] = []
  const ofWidgets = createTtlCache(
    async (key) => {
      const [organizationId = '', providerId = ''] = key.split(' ')
      const team = await teams.firstTeam(db, organizationId, providerId)
      return hoursOf(db, { organizationId, teamId: team?.id ?? null })
    },
    cache,
    clock,
  )
  bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
    if (what === 'business-hours' || what === 'teams') ofWidgets.deleteWithPrefix(`${organizationId} `)
  })
  bus.onGap(() => ofWidgets.clear())

  function present(hours: BusinessHoursInput, isSaved: boolean): BusinessHours {
    const outside = outsideHours(hours, clock())
    return { ...hours, saved: isSaved, open_now: outside === null, opens_at: outside?.opens_at ?? null }
  }

  /** `work` tells whether it has changed hours. */
  async function change(organizationId: string, work: (trx: Transaction) => Promise<boolean>): Promise<void> {
    const afterCommit = await db.transaction().execute(async (trx) => {
      if (!(await work(trx))) return null
      const functions: (() => void)[] = []
      for (const listener of saved) functions.push(await listener(trx, organizationId))
      return functions
    })
    if (afterCommit === null) return
    announceChange(bus, organizationId, 'business-hours')
    for (const each of afterCommit) each()
  }

  const save = (owner: HoursOwner, hours: BusinessHoursInput): Promise<void> =>
    change(owner.organizationId, async (trx) => {
      await saveHours(trx, owner, hours, timestamp(clock())).catch((error: unknown) => {
        // The team was deleted meanwhile.
        throw postgresCode(error) === foreignKeyViolation ? new AppError('not_found') : error
      })
      return true
    })

  async function read(owner: HoursOwner): Promise<BusinessHours> {
    const hours = await findHours(db, owner)
    return present(hours ?? proposal, hours !== undefined)
  }

  /** @throws AppError not_found */
  async function existing(organizationId: string, teamId: string): Promise<HoursOwner> {
    if (!(await teams.find(organizationId, teamId))) throw new AppError('not_found')
    return { organizationId, teamId }
  }

  return {
    get: (organizationId: string) => read({ organizationId, teamId: null }),

    /** @throws AppError time_zone_unknown, hours_period_invalid, hours_exception_invalid */
    async save(organizationId: string, input: BusinessHoursInput): Promise<BusinessHours> {
      const hours = checkHours(input)
      await save({ organizationId, teamId: null }, hours)
      return present(hours, true)
    },

    /** The hours that apply to the team: its own, or those of the organization. @throws AppError not_found */
    async ofTeam(organizationId: string, teamId: string): Promise<TeamHours> {
      const own = await findHours(db, await existing(organizationId, teamId))
      return own
        ? { own: true, hours: present(own, true) }
        : { own: false, hours: await read({ organizationId, teamId: null }) }
    },

    /** @throws AppError not_found, time_zone_unknown, hours_period_invalid, hours_exception_invalid */
    async saveOfTeam(organizationId: string, teamId: string, input: BusinessHoursInput): Promise<TeamHours> {
      const owner = await existing(organizationId, teamId)
      const hours = checkHours(input)
      await save(owner, hours)
      return { own: true, hours: present(hours, true) }
    },

    /** The team uses the hours of the organization again. @throws AppError not_found */
    async removeOfTeam(organizationId: string, teamId: string): Promise<TeamHours> {
      await existing(organizationId, teamId)
      await change(organizationId, (trx) => deleteTeamHours(trx, organizationId, teamId))
      return { own: false, hours: await read({ organizationId, teamId: null }) }
    },

    /** For a widget: the hours of the team in which its conversations start. null: open. */
    async outside(organizationId: string, providerId: string): Promise<OutsideHours | null> {
      const hours = await ofWidgets.get(`${organizationId} ${providerId}`)
      return hours === undefined ? null : outsideHours(hours, clock())
    },

    /** Now, for conversations of this team, or of none. */
    async isOpen(organizationId: string, teamId: string | null): Promise<boolean> {
      const hours = await hoursOf(db, { organizationId, teamId })
      return hours === undefined || outsideHours(hours, clock()) === null
    },

    /** For conversations of this team, or of none. */
    async openTime(
      trx: Database | Transaction,
      organizationId: string,
      teamId: string | null,
    ): Promise<OpenTime> {
      const hours = await hoursOf(trx, { organizationId, teamId })
      if (hours?.enabled !== true) return always
      return {
        seconds: (from, to) => openSeconds(hours, from, to),
        after: (from, seconds) => instantAfter(hours, from, seconds),
      }
    },

    /** Runs when hours of the organization or of a team are saved or deleted, before the commit. */
    whenSaved: (listener: SavedListener) => void saved.push(listener),
  }
}

const always: OpenTime = {
  seconds: (from, to) => Math.max(0, to - from) / 1000,
  after: (from, seconds) => from + Math.max(0, seconds) * 1000,
}

const foreignKeyViolation = '23503'

async function hoursOf(
  db: Database | Transaction,
  { organizationId, teamId }: HoursOwner,
): Promise<BusinessHoursInput | undefined> {
  const own = teamId === null ? undefined : await findHours(db, { organizationId, teamId })
  return own ?? findHours(db, { organizationId, teamId: null })
}

function outsideHours(hours: BusinessHoursInput, at: number): OutsideHours | null {
  if (!hours.enabled || isOpen(hours, at)) return null
  const next = nextOpening(hours, at)
  return { opens_at: next === null ? null : timestamp(next) }
}

const officeDay = [{ from: '09:00', to: '17:00' }]

/** What the settings page shows before anything was saved; the panel puts in the browser's time zone. */
const proposal: BusinessHoursInput = {
  enabled: false,
  time_zone: 'UTC',
  week: [officeDay, officeDay, officeDay, officeDay, officeDay, [], []],
  exceptions: [],
}
