import type { BusinessHoursInput } from '@parley/protocol/business-hours'
import { sql, type RawBuilder } from 'kysely'
import { timestamp } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { OpenTime } from './fact-rows.ts'

export type Hours = Pick<BusinessHoursInput, 'enabled' | 'time_zone' | 'week' | 'exceptions'>

/** `openSeconds` of business hours. */
export type OpenSeconds = (hours: Hours, from: number, to: number) => number

interface HoursVersion extends Hours {
  /** A team's hours were removed. */
  removed?: boolean
  /** Milliseconds. */
  from: number
}

/**
 * Maximum number of versions per owner and hour. Further ones replace the last, because a version with holidays can have 140 KB, and a
 * program can save hours again and again.
 */
const maxPerHour = 4

/**
 * Records hours that were saved since the last call, for all organizations or these. Compares contents: the clock of the process that
 * saved them may be behind the one that saved the last version.
 */
export async function recordHours(db: Database | Transaction, organizationIds?: string[]): Promise<void> {
  const ofThese =
    organizationIds === undefined ? sql`true` : sql`organization_id = any(${organizationIds}::uuid[])`
  await sql`
    insert into hours_version (organization_id, team_id, from_at, enabled, time_zone, week, exceptions)
    select organization_id, team_id, ${beginning(sql`hours`, sql`updated_at`, sql`known.from_at`)},
      hours.enabled, hours.time_zone, hours.week, hours.exceptions
    from saved_hours hours left join lateral (
      select from_at, removed, enabled, time_zone, week, exceptions from hours_version
      where organization_id = hours.organization_id and team_id is not distinct from hours.team_id
      order by from_at desc limit 1
    ) known on true
    where ${ofThese}
      and (
        known.from_at is null or known.removed
        or (known.enabled, known.time_zone, known.week, known.exceptions)
          is distinct from (hours.enabled, hours.time_zone, hours.week, hours.exceptions)
      )
    order by organization_id, team_id
    on conflict (organization_id, team_id, from_at) do update set removed = false, enabled = excluded.enabled,
      time_zone = excluded.time_zone, week = excluded.week, exceptions = excluded.exceptions`.execute(db)
  await sql`
    insert into hours_version (organization_id, team_id, from_at, enabled, time_zone, week, exceptions, removed)
    select organization_id, team_id, ${beginning(sql`last`, sql`now()`, sql`from_at`)}, enabled, time_zone, week, exceptions, true
    from (
      select distinct on (organization_id, team_id) organization_id, team_id, from_at, removed as was_removed from hours_version
      where team_id is not null and ${ofThese}
      order by organization_id, team_id, from_at desc
    ) last join hours_version using (organization_id, team_id, from_at)
    where not was_removed and not exists (select from saved_hours saved where saved.team_id = last.team_id)
    order by organization_id, team_id
    on conflict (organization_id, team_id, from_at) do update set removed = true`.execute(db)
}

/** When a version begins that `owner` saved at `at`, after the version that begins at `last`. */
const beginning = (owner: RawBuilder<unknown>, at: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
  case when ${maxPerHour} <= (
    select count(*) from hours_version recent
    where recent.organization_id = ${owner}.organization_id and recent.team_id is not distinct from ${owner}.team_id
      and recent.from_at > ${at} - interval '1 hour'
  ) then ${last} else greatest(${at}, ${last} + interval '1 millisecond') end`

/** The earliest of the instants of each organization. */
export function earliest(
  instants: Iterable<readonly [organizationId: string, at: number]>,
): Map<string, number> {
  const since = new Map<string, number>()
  for (const [organizationId, at] of instants)
    since.set(organizationId, Math.min(at, since.get(organizationId) ?? Infinity))
  return since
}

/**
 * How to count the business hours of each organization or team, with the hours that were in force at each moment.
 * @param since the earliest instant to count from, of each organization, in milliseconds
 */
export async function openTimes(
  trx: Transaction,
  since: ReadonlyMap<string, number>,
  openSeconds: OpenSeconds,
): Promise<(organizationId: string, teamId: string | null) => OpenTime> {
  const organizationIds = [...since.keys()]
  await recordHours(trx, organizationIds)
  const { rows } = await sql<HoursVersion & { organization_id: string; team_id: string | null }>`
    select organization_id, team_id, removed, (extract(epoch from from_at) * 1000)::float8 as from, enabled, time_zone, week, exceptions
    from (
      select hours_version.*, since, lead(from_at) over (partition by organization_id, team_id order by from_at) as to_at
      from unnest(${organizationIds}::uuid[], ${[...since.values()].map(timestamp)}::timestamptz[]) as part(organization_id, since)
      join hours_version using (organization_id)
    ) version
    where to_at is null or to_at > since
    order by organization_id, from_at`.execute(trx)
  const versions = Map.groupBy(rows, (row) => row.team_id ?? row.organization_id)
  const known = new Map<string, OpenTime>()
  // Cached: each one caches the open time of whole days.
  const once = (id: string, make: () => OpenTime): OpenTime => {
    const openTime = known.get(id) ?? make()
    known.set(id, openTime)
    return openTime
  }
  return (organizationId, teamId) => {
    const ofOrganization = once(organizationId, () =>
      openTimeOf(versions.get(organizationId) ?? [], openSeconds),
    )
    const ofTeam = teamId === null ? undefined : versions.get(teamId)
    return teamId === null || ofTeam === undefined
      ? ofOrganization
      : once(teamId, () => openTimeOf(ofTeam, openSeconds, ofOrganization))
  }
}

/**
 * `versions`: oldest first. Time counts while hours are turned off. `otherwise`: before the first version, and once hours are
 * removed.
 */
export function openTimeOf(
  versions: HoursVersion[],
  openSeconds: OpenSeconds,
  otherwise: OpenTime = secondsBetween,
): OpenTime {
  const spans = versions.map((version, index) => ({
    from: version.from,
    to: versions[index + 1]?.from ?? Infinity,
    count:
      version.removed === true
        ? otherwise
        : version.enabled
          ? withWholeDays((from, to) => openSeconds(version, from, to))
          : secondsBetween,
  }))
  const first = versions[0]?.from ?? Infinity
  return (from, to) => {
    const before = Math.min(to, first)
    let seconds = from < before ? otherwise(from, before) : 0
    for (const span of spans) {
      const [begin, end] = [Math.max(from, span.from), Math.min(to, span.to)]
      if (end > begin) seconds += span.count(begin, end)
    }
    return seconds
  }
}

function secondsBetween(from: number, to: number): number {
  return (to - from) / 1000
}

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
