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
import {
  deleteTeamHours,
  findHours,
  isUsableTimeZone,
  saveHours,
  type EnteredHours,
  type HoursOwner,
  type SavedHours,
} from './business-hours-store.ts'
import { checkHours, timeZoneUnknown } from './check-hours.ts'
import type { HolidayFeeds } from './holidays/holiday-feeds.ts'
import { instantAfter, isOpen, nextOpening, openSeconds, type Schedule } from './open-time.ts'

/** Read by every connect of a widget and by every call. The TTL bounds staleness when an invalidation is lost. */
const cache = { ttlMs: 60_000, maxEntries: 10_000 }

export interface BusinessHoursDeps {
  db: Database
  bus: Bus
  clock: Clock
  feeds: HolidayFeeds
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
type MovedListener = (
  trx: Transaction,
  organizationId: string,
  zones: { from: string; to: string },
) => Promise<void>

/** Only admins see the address of a calendar. */
export interface HoursViewer {
  isAdmin: boolean
}

const admin: HoursViewer = { isAdmin: true }

export type BusinessHoursRules = ReturnType<typeof createBusinessHours>

/**
 * When an organization and its teams reply. Without saved hours, or with disabled ones, it is always open. A team without
 * hours of its own uses those of the organization.
 */
export function createBusinessHours({ db, bus, clock, feeds, teams }: BusinessHoursDeps) {
  const saved: SavedListener[] = []
  const moved: MovedListener[] = []
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

  async function present(hours: SavedHours | undefined, viewer: HoursViewer): Promise<BusinessHours> {
    const { enabled, time_zone, week, exceptions } = hours ?? proposal
    const outside = outsideHours(hours && inForce(hours), clock())
    return {
      enabled,
      time_zone,
      week,
      exceptions,
      holiday_feed: hours ? await feeds.view(db, hours.id, viewer.isAdmin) : null,
      saved: hours !== undefined,
      open_now: outside === null,
      opens_at: outside?.opens_at ?? null,
    }
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

  /** Only admins save. */
  async function save(owner: HoursOwner, input: BusinessHoursInput): Promise<BusinessHours> {
    const hours = checkHours(input)
    if (!(await isUsableTimeZone(db, hours.time_zone))) throw timeZoneUnknown()
    const known = await findHours(db, owner)
    const feed = await feeds.prepare(owner.organizationId, known?.id, input.holiday_feed)
    await change(owner.organizationId, async (trx) => {
      const id = await saveHours(trx, owner, hours, timestamp(clock())).catch((error: unknown) => {
        // The team was deleted meanwhile.
        throw postgresCode(error) === foreignKeyViolation ? new AppError('not_found') : error
      })
      await feeds.apply(trx, owner.organizationId, id, feed)
      const zones = { from: (known ?? proposal).time_zone, to: hours.time_zone }
      if (owner.teamId === null && zones.from !== zones.to)
        for (const listener of moved) await listener(trx, owner.organizationId, zones)
      return true
    })
    return read(owner, admin)
  }

  const read = async (owner: HoursOwner, viewer: HoursViewer): Promise<BusinessHours> =>
    present(await findHours(db, owner), viewer)

  async function readOfTeam(owner: HoursOwner, viewer: HoursViewer): Promise<TeamHours> {
    const own = await findHours(db, owner)
    return own
      ? { own: true, hours: await present(own, viewer) }
      : { own: false, hours: await read({ ...owner, teamId: null }, viewer) }
  }

  const readHolidays = async (owner: HoursOwner): Promise<void> =>
    feeds.readNow((await findHours(db, owner))?.id, change)

  /** @throws AppError not_found */
  async function existing(organizationId: string, teamId: string): Promise<HoursOwner> {
    if (!(await teams.find(organizationId, teamId))) throw new AppError('not_found')
    return { organizationId, teamId }
  }

  return {
    get: (organizationId: string, viewer: HoursViewer) => read({ organizationId, teamId: null }, viewer),

    /** @throws AppError time_zone_unknown, hours_period_invalid, hours_exception_invalid, holiday_feed_*, rate_limited */
    save: (organizationId: string, input: BusinessHoursInput): Promise<BusinessHours> =>
      save({ organizationId, teamId: null }, input),

    /** Reads the calendar of holidays now. @throws AppError not_found without one, rate_limited */
    async readHolidays(organizationId: string): Promise<BusinessHours> {
      const owner = { organizationId, teamId: null }
      await readHolidays(owner)
      return read(owner, admin)
    },

    /** The hours that apply to the team: its own, or those of the organization. @throws AppError not_found */
    ofTeam: async (organizationId: string, teamId: string, viewer: HoursViewer): Promise<TeamHours> =>
      readOfTeam(await existing(organizationId, teamId), viewer),

    /** @throws AppError not_found, and as `save` */
    async saveOfTeam(organizationId: string, teamId: string, input: BusinessHoursInput): Promise<TeamHours> {
      const owner = await existing(organizationId, teamId)
      return { own: true, hours: await save(owner, input) }
    },

    /** @throws AppError not_found without hours of the team's own, or without a calendar; rate_limited */
    async readHolidaysOfTeam(organizationId: string, teamId: string): Promise<TeamHours> {
      const owner = await existing(organizationId, teamId)
      await readHolidays(owner)
      return readOfTeam(owner, admin)
    },

    /** The team uses the hours of the organization again. @throws AppError not_found */
    async removeOfTeam(organizationId: string, teamId: string): Promise<TeamHours> {
      const owner = await existing(organizationId, teamId)
      await change(organizationId, (trx) => deleteTeamHours(trx, organizationId, teamId))
      return readOfTeam(owner, admin)
    },

    /** Reads the calendars of holidays that are due. */
    sweepFeeds: () => feeds.sweep(change),

    /** For a widget: the hours of the team in which its conversations start. null: open. */
    async outside(organizationId: string, providerId: string): Promise<OutsideHours | null> {
      return outsideHours(await ofWidgets.get(`${organizationId} ${providerId}`), clock())
    },

    /** Now, for conversations of this team, or of none. */
    async isOpen(organizationId: string, teamId: string | null): Promise<boolean> {
      return outsideHours(await hoursOf(db, { organizationId, teamId }), clock()) === null
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

    /** Runs when the time zone of the organization changes, before the commit. */
    whenMoved: (listener: MovedListener) => void moved.push(listener),
  }
}

const always: OpenTime = {
  seconds: (from, to) => Math.max(0, to - from) / 1000,
  after: (from, seconds) => from + Math.max(0, seconds) * 1000,
}

const foreignKeyViolation = '23503'

type HoursInForce = Schedule & { enabled: boolean }

/** Of two exceptions of a date the later in the list counts: a person's wins over the calendar's. */
const inForce = ({ holidays, exceptions, ...hours }: SavedHours): HoursInForce => ({
  ...hours,
  exceptions: [...holidays, ...exceptions],
})

async function hoursOf(
  db: Database | Transaction,
  { organizationId, teamId }: HoursOwner,
): Promise<HoursInForce | undefined> {
  const own = teamId === null ? undefined : await findHours(db, { organizationId, teamId })
  const hours = own ?? (await findHours(db, { organizationId, teamId: null }))
  return hours && inForce(hours)
}

/** null: open. */
function outsideHours(hours: HoursInForce | undefined, at: number): OutsideHours | null {
  if (hours?.enabled !== true || isOpen(hours, at)) return null
  const next = nextOpening(hours, at)
  return { opens_at: next === null ? null : timestamp(next) }
}

const officeDay = [{ from: '09:00', to: '17:00' }]

/** Shown in the settings before the first save; the panel sets the browser's time zone. */
const proposal: EnteredHours = {
  enabled: false,
  time_zone: 'UTC',
  week: [officeDay, officeDay, officeDay, officeDay, officeDay, [], []],
  exceptions: [],
}
