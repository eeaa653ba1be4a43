import type { BusinessHours, BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import type { CallJoined } from '@parley/protocol/call-view'
import type { TeamStatus } from '@parley/protocol/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectVisitor, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'

/** Monday in Berlin, 10:00. */
const monday = Date.parse('2026-11-23T10:00:00+01:00')
let now = monday
const shop = useShop({ clock: () => now })

const call = (method: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}/business-hours`, {
    cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: BusinessHours & { code?: string } }>

const office = [{ from: '09:00', to: '17:00' }]
const hours: BusinessHoursInput = {
  enabled: true,
  time_zone: 'Europe/Berlin',
  week: [office, office, office, office, office, [], []],
  exceptions: [{ date: '2026-11-24', name: 'Stocktaking', periods: [] }],
}
const visit = () => connectVisitor(shop.service, shop.organization.providerId)
const startCall = { client_id: newId(), peer: newId(), video: false, consent: null, recording: 'off' }

beforeEach(async () => {
  now = monday
  await call('PUT', { ...hours, enabled: false })
})

describe('hours are refused', () => {
  test.each([
    ['a time zone that does not exist', { time_zone: 'Europe/Atlantis' }, 'time_zone_unknown'],
    ['an offset as time zone', { time_zone: '+02:00' }, 'time_zone_unknown'],
    [
      'a time zone that the database does not know',
      { time_zone: 'Canada/East-Saskatchewan' },
      'time_zone_unknown',
    ],
    ['a time zone that is a rule in the database', { time_zone: 'SystemV/EST5EDT' }, 'time_zone_unknown'],
    ['a time zone with another meaning in the database', { time_zone: 'IST' }, 'time_zone_unknown'],
    ['a period that ends before it begins', { from: '17:00', to: '09:00' }, 'hours_period_invalid'],
    ['an empty period', { from: '09:00', to: '09:00' }, 'hours_period_invalid'],
    ['a date that does not exist', { date: '2026-02-30' }, 'hours_exception_invalid'],
    ['an hour that does not exist', { from: '25:00', to: '26:00' }, 'invalid_request'],
    ['a week of six days', { week: hours.week.slice(1) }, 'invalid_request'],
  ])('%s', async (_, change, code) => {
    const input = { ...hours }
    if ('from' in change) input.week = [[change], ...hours.week.slice(1)]
    else if ('date' in change) input.exceptions = [{ date: change.date, name: '', periods: [] }]
    else Object.assign(input, change)
    expect((await call('PUT', input)).body.code).toBe(code)
  })

  test('overlapping periods, and two exceptions of a date', async () => {
    const overlapping = [
      { from: '08:00', to: '12:00' },
      { from: '11:59', to: '13:00' },
    ]
    expect((await call('PUT', { ...hours, week: [overlapping, ...hours.week.slice(1)] })).body.code).toBe(
      'hours_period_invalid',
    )
    const exceptions = [...hours.exceptions, ...hours.exceptions]
    expect((await call('PUT', { ...hours, exceptions })).body.code).toBe('hours_exception_invalid')
  })

  test('from agents, who can read them', async () => {
    const agent = await inviteAgent(shop.service, shop.organization, 'Ada')
    expect((await call('PUT', hours, agent.cookie)).body.code).toBe('forbidden')
    expect((await call('GET', undefined, agent.cookie)).status).toBe(200)
  })
})

test('every time zone that a browser offers is accepted, and former names mean the same in browsers and in the database', async () => {
  const offered = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'CET', 'US/Eastern', 'Asia/Kolkata']
  const { rows: unusable } = await shop.database.query(
    'select name from unnest($1::text[]) name where usable_time_zone(name) is null',
    [offered],
  )
  expect(unusable).toEqual([])
  const { rows: renamed } = await shop.database.query<{ former: string; current: string; usable: string }>(
    `select names[1] as former, names[2] as current, usable_time_zone(names[2]) as usable
     from pg_proc, regexp_matches(prosrc, '"([^"]+)": "([^"]+)"', 'g') names where proname = 'usable_time_zone'`,
  )
  expect(renamed.length).toBeGreaterThan(100)
  const canonical = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  for (const { former, current, usable } of renamed) {
    expect(usable, former).toBe(current)
    // A time zone that has been merged with another has that one's clock.
    if (canonical(former) !== canonical(current)) expect([former, current]).toEqual([])
  }
  const { rows } = await shop.database.query(
    `select usable_time_zone('Turkey') as country, usable_time_zone('CET') as abbreviation`,
  )
  expect(rows).toEqual([{ country: 'Europe/Istanbul', abbreviation: 'Europe/Brussels' }])
})

test('an organization without hours is open, and gets a proposal', async () => {
  const other = await foundOrganization(shop.service, 'Always')
  const { body } = await shop.service.call('GET', `/v1/organizations/${other.id}/business-hours`, {
    cookie: other.cookie,
  })
  expect(body).toMatchObject({ saved: false, enabled: false, open_now: true, opens_at: null })
  const { connected, socket } = await connectVisitor(shop.service, other.providerId)
  expect(connected.team.closed).toBeNull()
  await socket.leave()
})

test('saved hours are returned in order, with the next opening', async () => {
  now = Date.parse('2026-11-23T17:00:00+01:00')
  const split = [
    { from: '13:00', to: '17:00' },
    { from: '09:00', to: '12:00' },
  ]
  const { body } = await call('PUT', { ...hours, week: [split, ...hours.week.slice(1)] })
  expect(body.week[0]).toEqual(split.toReversed())
  // Tuesday is an exception.
  expect(body).toMatchObject({ saved: true, open_now: false, opens_at: '2026-11-25T08:00:00.000+00:00' })
  expect((await call('GET')).body).toEqual(body)
})

test('widgets learn of the hours on connect, when they are changed, and when they end', async () => {
  const { socket, connected } = await visit()
  expect(connected.team.closed).toBeNull()
  await call('PUT', { ...hours, week: Array.from({ length: 7 }, () => []), exceptions: [] })
  expect(await socket.next<TeamStatus>('team', ({ closed }) => closed !== null)).toMatchObject({
    closed: { opens_at: null },
  })
  await call('PUT', hours)
  await socket.next<TeamStatus>('team', ({ closed }) => closed === null)
  now = Date.parse('2026-11-23T17:00:01+01:00')
  await shop.service.app.businessHours.check()
  const told = await socket.next<TeamStatus>('team', ({ closed }) => closed !== null)
  expect(told.closed).toEqual({ opens_at: '2026-11-25T08:00:00.000+00:00' })
  const later = await visit()
  expect(later.connected.team.closed).toEqual(told.closed)
  now = Date.parse('2026-11-25T09:00:00+01:00')
  await shop.service.app.businessHours.check()
  await socket.next<TeamStatus>('team', ({ closed }) => closed === null)
  for (const each of [socket, later.socket]) await each.leave()
})

describe('the hours of a team', () => {
  const teamCall = (method: string, teamId: string, body?: object, cookie = shop.organization.cookie) =>
    shop.service.call(method, `/v1/organizations/${shop.organization.id}/teams/${teamId}/business-hours`, {
      cookie,
      ...(body && { body }),
    }) as Promise<{ status: number; body: TeamHours & { code?: string } }>
  const newTeam = async (name: string, providerIds: string[] = []): Promise<string> => {
    const { body } = await shop.service.call('POST', `/v1/organizations/${shop.organization.id}/teams`, {
      cookie: shop.organization.cookie,
      body: { name, provider_ids: providerIds },
    })
    return (body as { id: string }).id
  }
  const never = { ...hours, week: hours.week.map(() => []), exceptions: [] }

  test('are changed by admins only, of existing teams, and checked like all hours', async () => {
    const agent = await inviteAgent(shop.service, shop.organization, 'Grace')
    const teamId = await newTeam('Checked')
    expect((await teamCall('PUT', teamId, hours, agent.cookie)).status).toBe(403)
    expect((await teamCall('DELETE', teamId, undefined, agent.cookie)).status).toBe(403)
    expect((await teamCall('PUT', newId(), hours)).status).toBe(404)
    expect((await teamCall('PUT', teamId, { ...hours, time_zone: 'Mars' })).body.code).toBe(
      'time_zone_unknown',
    )
    expect((await teamCall('GET', teamId, undefined, agent.cookie)).body).toMatchObject({
      own: false,
      hours: { enabled: false },
    })
  })

  test('apply to the widgets whose conversations start in it, instead of those of the organization', async () => {
    const teamId = await newTeam('Night', [shop.organization.providerId])
    const { socket, connected } = await visit()
    expect(connected.team.closed).toBeNull()
    expect((await teamCall('PUT', teamId, never)).body).toMatchObject({ own: true, hours: { saved: true } })
    await socket.next<TeamStatus>('team', ({ closed }) => closed !== null)
    expect((await socket.refused('call.check')).code).toBe('nobody_available')
    // The organization itself is open.
    expect((await call('GET')).body.open_now).toBe(true)
    expect((await teamCall('DELETE', teamId)).body.own).toBe(false)
    await socket.next<TeamStatus>('team', ({ closed }) => closed === null)
    await teamCall('PUT', teamId, never)
    await socket.next<TeamStatus>('team', ({ closed }) => closed !== null)
    // They end with the team.
    await shop.service.call('DELETE', `/v1/organizations/${shop.organization.id}/teams/${teamId}`, {
      cookie: shop.organization.cookie,
    })
    await shop.service.app.businessHours.check()
    await socket.next<TeamStatus>('team', ({ closed }) => closed === null)
    await socket.leave()
  })
})

test('[C2] calls are refused outside business hours, also where callers would wait', async () => {
  await shop.service.call(
    'PATCH',
    `/v1/organizations/${shop.organization.id}/providers/${shop.organization.providerId}`,
    { cookie: shop.organization.cookie, body: { calls: { nobody: 'wait' } } },
  )
  await call('PUT', hours)
  const { socket } = await visit()
  now = Date.parse('2026-11-23T18:00:00+01:00')
  expect((await socket.refused('call.check')).code).toBe('nobody_available')
  expect((await socket.refused('call.start', startCall)).code).toBe('nobody_available')
  now = monday
  await socket.request('call.check')
  const started = await socket.request<CallJoined>('call.start', startCall)
  // A repeat returns the call that has begun.
  now = Date.parse('2026-11-23T18:00:00+01:00')
  expect((await socket.request<CallJoined>('call.start', startCall)).call.id).toBe(started.call.id)
  await socket.leave()
})
