import type { BusinessHoursInput } from '@parley/protocol/business-hours'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { OpenTime } from './fact-rows.ts'

export type Hours = Pick<BusinessHoursInput, 'enabled' | 'time_zone' | 'week' | 'exceptions'>

/** `openSeconds` of business hours. */
export type OpenSeconds = (hours: Hours, from: number, to: number) => number

interface HoursVersion extends Hours {
  /** Milliseconds. */
  from: number
}

/** Records hours that were saved since the last call, for all organizations or these. */
export async function recordHours(db: Database | Transaction, organizationIds?: string[]): Promise<void> {
  await sql`
    insert into hours_version (organization_id, from_at, enabled, time_zone, week, exceptions)
    select organization_id, updated_at, enabled, time_zone, week, exceptions from organization_hours hours
    where ${organizationIds === undefined ? sql`true` : sql`organization_id = any(${organizationIds}::uuid[])`}
      and not exists (
        select from hours_version known
        where known.organization_id = hours.organization_id and known.from_at >= hours.updated_at
      )
    on conflict do nothing`.execute(db)
}

/** How to count the business hours of each organization, with the hours that were in force at each moment. */
export async function openTimes(
  trx: Transaction,
  organizationIds: string[],
  openSeconds: OpenSeconds,
): Promise<(organizationId: string) => OpenTime> {
  await recordHours(trx, organizationIds)
  const { rows } = await sql<HoursVersion & { organization_id: string }>`
    select organization_id, (extract(epoch from from_at) * 1000)::float8 as from, enabled, time_zone, week, exceptions
    from hours_version where organization_id = any(${organizationIds}::uuid[])
    order by organization_id, from_at`.execute(trx)
  const versions = Map.groupBy(rows, (row) => row.organization_id)
  return (organizationId) => openTimeOf(versions.get(organizationId) ?? [], openSeconds)
}

/** `versions`: oldest first. All time before the first one is open, and while hours are turned off. */
export function openTimeOf(versions: HoursVersion[], openSeconds: OpenSeconds): OpenTime {
  const spans = versions.map((version, index) => ({
    from: version.from,
    to: versions[index + 1]?.from ?? Infinity,
    count: version.enabled ? withWholeDays((from, to) => openSeconds(version, from, to)) : secondsBetween,
  }))
  const first = versions[0]?.from ?? Infinity
  return (from, to) => {
    let seconds = Math.max(0, Math.min(to, first) - from) / 1000
    for (const span of spans) {
      const [begin, end] = [Math.max(from, span.from), Math.min(to, span.to)]
      if (end > begin) seconds += span.count(begin, end)
    }
    return seconds
  }
}

const secondsBetween: OpenTime = (from, to) => (to - from) / 1000

const dayMs = 86_400_000

/** Remembers the open time of whole UTC days: counting it by time zone is slow, and seconds are additive. */
function withWholeDays(count: OpenTime): OpenTime {
  const days = new Map<number, number>()
  return (from, to) => {
    const [first, last] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)]
    if (first >= last) return count(from, to)
    let seconds = count(from, first * dayMs) + count(last * dayMs, to)
    for (let day = first; day < last; day += 1) {
      const known = days.get(day) ?? count(day * dayMs, (day + 1) * dayMs)
      days.set(day, known)
      seconds += known
    }
    return seconds
  }
}
