import type { BusinessHours, BusinessHoursInput, OutsideHours } from '@parley/protocol/business-hours'
import type { Bus } from '../../core/bus/bus.ts'
import { createTtlCache } from '../../core/cache.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { findDefaultHours, saveDefaultHours } from './business-hours-store.ts'
import { checkHours } from './check-hours.ts'
import { isOpen, nextOpening } from './open-time.ts'

/** Every connecting widget and every call asks. The TTL bounds staleness when an invalidation is lost. */
const cache = { ttlMs: 60_000, maxEntries: 10_000 }

export type BusinessHoursRules = ReturnType<typeof createBusinessHours>

/** When an organization replies. Without saved hours, or with disabled ones, it is always open. */
export function createBusinessHours({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }) {
  const schedules = createTtlCache((organizationId) => findDefaultHours(db, organizationId), cache, clock)
  bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
    if (what === 'business-hours') schedules.delete(organizationId)
  })
  bus.onGap(() => schedules.clear())

  function present(hours: BusinessHoursInput, saved: boolean): BusinessHours {
    const outside = outsideHours(hours, clock())
    return { ...hours, saved, open_now: outside === null, opens_at: outside?.opens_at ?? null }
  }

  return {
    async get(organizationId: string): Promise<BusinessHours> {
      const saved = await findDefaultHours(db, organizationId)
      return present(saved ?? proposal, saved !== undefined)
    },

    /** @throws AppError time_zone_unknown, hours_period_invalid, hours_exception_invalid */
    async save(organizationId: string, input: BusinessHoursInput): Promise<BusinessHours> {
      const hours = checkHours(input)
      await saveDefaultHours(db, organizationId, hours, timestamp(clock()))
      schedules.delete(organizationId)
      announceChange(bus, organizationId, 'business-hours')
      return present(hours, true)
    },

    /** null: open. */
    async outside(organizationId: string): Promise<OutsideHours | null> {
      const hours = await schedules.get(organizationId)
      return hours === undefined ? null : outsideHours(hours, clock())
    },
  }
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
