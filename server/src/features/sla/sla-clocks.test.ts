import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { berlinHours, hourly, instant, slaScene } from '../../testing/sla-scene.ts'
import { useShop } from '../../testing/test-shop.ts'

const hourMs = 3_600_000
let now = Date.parse('2026-03-02T10:00:00+01:00')
const shop = useShop({ clock: () => now })
beforeAll(() => shop.service.app.logConsumers.start())

const open = { first_response: 4 * 3600, next_response: 2 * 3600, resolution: 16 * 3600 }
const inHours = (targets: object) => hourly(targets, { counting: 'business_hours' })

/** An organization with business hours in Berlin and one policy. */
async function office(at: string, policy: object) {
  now = Date.parse(at)
  const scene = await slaScene(shop.service)
  expect(await scene.call('PUT', '/business-hours', berlinHours)).toMatchObject({ status: 200 })
  await scene.policy(policy)
  return scene
}

describe('business hours', () => {
  test.each([
    ['a night', '2026-03-03T15:00+01:00', '2026-03-04T11:00+01:00'],
    ['a weekend', '2026-03-06T15:00+01:00', '2026-03-09T11:00+01:00'],
    ['a weekend, from a Sunday', '2026-03-08T12:00+01:00', '2026-03-09T13:00+01:00'],
    ['the beginning of summer time', '2026-03-27T15:00+01:00', '2026-03-30T11:00+02:00'],
    ['the end of summer time', '2026-10-23T15:00+02:00', '2026-10-26T11:00+01:00'],
    ['a holiday and a weekend', '2026-04-30T15:00+02:00', '2026-05-04T11:00+02:00'],
  ])('deadlines pass over %s', async (_, from, due) => {
    const scene = await office(from, inHours({ first_response: 4 * 3600 }))
    const visitor = await scene.visitor()
    expect(await visitor.due()).toBe(instant(due))
    // Alarms use the database's clock, which is read later than the test's.
    const latencyMs = 10_000
    now = Date.parse(due) - latencyMs
    await scene.settle()
    expect(await visitor.entries()).toEqual(['sla.warned first_response'])
    now += latencyMs
    await scene.settle()
    await scene.settle()
    expect(await visitor.entries()).toEqual(['sla.warned first_response', 'sla.breached first_response'])
    await visitor.socket.leave()
    await scene.leave()
  })

  test('clock time passes at night and over the change of the clock', async () => {
    const scene = await office('2026-03-28T20:00+01:00', hourly({ first_response: 12 * 3600 }))
    const visitor = await scene.visitor()
    expect(await visitor.due()).toBe(instant('2026-03-29T09:00+02:00'))
    await visitor.socket.leave()
    await scene.leave()
  })

  test('changed hours apply to running clocks', async () => {
    const scene = await office('2026-03-03T15:00+01:00', inHours({ first_response: 4 * 3600 }))
    const visitor = await scene.visitor()
    await scene.call('PUT', '/business-hours', { ...berlinHours, enabled: false })
    await scene.settle()
    expect(await visitor.due()).toBe(instant('2026-03-03T19:00+01:00'))
    await visitor.socket.leave()
    await scene.leave()
  })

  test('a team with hours of its own is counted by them, and what was counted before stays', async () => {
    const scene = await office('2026-03-03T15:00+01:00', inHours({ first_response: 4 * 3600 }))
    const { body: team } = await scene.call('POST', '/teams', { name: 'Night' })
    const evening = [{ from: '18:00', to: '24:00' }]
    await scene.call('PUT', `/teams/${team.id}/business-hours`, {
      ...berlinHours,
      week: Array.from({ length: 7 }, () => evening),
    })
    const visitor = await scene.visitor()
    now += hourMs
    await scene.call('PUT', `/conversations/${visitor.id}/team`, { team_id: team.id })
    await scene.settle()
    // One hour was counted: three more from 18:00.
    expect(await visitor.due()).toBe(instant('2026-03-03T21:00+01:00'))
    await scene.call('DELETE', `/teams/${team.id}/business-hours`)
    await scene.settle()
    expect(await visitor.due()).toBe(instant('2026-03-04T11:00+01:00'))
    await visitor.socket.leave()
    await scene.leave()
  })
})

describe('clocks', () => {
  beforeEach(() => void (now = Date.parse('2026-03-03T10:00+01:00')))

  test('run while the customer waits, and pause after an answer and while snoozed', async () => {
    const scene = await office('2026-03-03T10:00+01:00', hourly(open))
    const visitor = await scene.visitor()
    const start = now
    const dueAfter = async (ms: number) =>
      expect(await visitor.due()).toBe(new Date(start + ms).toISOString().replace('Z', '+00:00'))
    await dueAfter(4 * hourMs)
    now += hourMs
    await scene.call('POST', `/conversations/${visitor.id}/snooze`, { until: null })
    await scene.settle()
    expect(await visitor.due()).toBeNull()
    expect((await visitor.clocks()).clocks[0]).toMatchObject({ state: 'paused', spent_seconds: 3600 })
    now += 5 * hourMs
    await scene.call('POST', `/conversations/${visitor.id}/unsnooze`)
    await scene.settle()
    await dueAfter(9 * hourMs)
    now += hourMs
    await visitor.answer()
    expect(await visitor.entries()).toEqual(['sla.met first_response'])
    expect(await visitor.due()).toBeNull()
    now += 10 * hourMs
    await visitor.write()
    expect((await visitor.row()).sla).toMatchObject({ metric: 'next_response' })
    await dueAfter(19 * hourMs)
    now += hourMs
    await visitor.write()
    await dueAfter(19 * hourMs)
    now += 2 * hourMs
    await visitor.answer()
    expect((await visitor.entries()).slice(1)).toEqual(['sla.breached next_response'])
    await scene.call('POST', `/conversations/${visitor.id}/close`)
    await scene.settle()
    expect((await visitor.entries()).slice(2)).toEqual(['sla.met resolution'])
    expect((await visitor.clocks()).clocks.map(({ state }) => state)).toEqual(['met', 'breached', 'met'])
    await visitor.socket.leave()
    await scene.leave()
  })

  test('start anew when the conversation is reopened, from the customer’s next message', async () => {
    const scene = await office('2026-03-03T10:00+01:00', hourly(open))
    const visitor = await scene.visitor()
    await visitor.answer()
    await scene.call('POST', `/conversations/${visitor.id}/close`)
    now += 24 * hourMs
    await scene.call('POST', `/conversations/${visitor.id}/reopen`)
    await scene.settle()
    expect(await visitor.due()).toBeNull()
    now += hourMs
    await visitor.write()
    expect((await visitor.row()).sla).toMatchObject({
      metric: 'first_response',
      due_at: new Date(now + 4 * hourMs).toISOString().replace('Z', '+00:00'),
    })
    await visitor.socket.leave()
    await scene.leave()
  })

  test('run when a conversation is reopened that was closed unanswered before the first policy', async () => {
    now = Date.parse('2026-03-03T10:00+01:00')
    const scene = await slaScene(shop.service)
    const visitor = await scene.visitor()
    await scene.call('POST', `/conversations/${visitor.id}/close`)
    await scene.settle()
    now += hourMs
    await scene.policy(hourly({ first_response: 4 * 3600 }))
    const { body: label } = await scene.call('POST', '/labels', { name: 'Late', colour: 'red' })
    expect(await scene.call('PUT', `/conversations/${visitor.id}/labels/${label.id}`)).toMatchObject({
      status: 200,
    })
    await scene.settle()
    now += hourMs
    await scene.call('POST', `/conversations/${visitor.id}/reopen`)
    await scene.settle()
    expect((await visitor.row()).sla).toMatchObject({
      metric: 'first_response',
      due_at: new Date(now + 4 * hourMs).toISOString().replace('Z', '+00:00'),
    })
    await visitor.socket.leave()
    await scene.leave()
  })

  test('keep what they counted under another policy, which can be met or breached again', async () => {
    const scene = await office('2026-03-03T10:00+01:00', hourly(open))
    const { id } = await scene.policy(
      hourly({ first_response: 1800 }, { conditions: { priority: 'urgent' } }),
    )
    const visitor = await scene.visitor()
    now += hourMs
    await scene.call('PUT', `/conversations/${visitor.id}/priority`, { priority: 'urgent' })
    await scene.settle()
    expect(await visitor.entries()).toEqual(['sla.breached first_response'])
    await scene.call('PATCH', `/sla-policies/${id}`, {
      targets: { first_response: 7200, next_response: null, resolution: null },
    })
    await scene.settle()
    expect(await visitor.due()).toBe(new Date(now + hourMs).toISOString().replace('Z', '+00:00'))
    expect((await visitor.clocks()).clocks[0]).toMatchObject({ state: 'running', spent_seconds: 3600 })
    await visitor.answer()
    expect(await visitor.entries()).toEqual(['sla.breached first_response', 'sla.met first_response'])
    await visitor.socket.leave()
    await scene.leave()
  })

  test('end without an outcome when a conversation is closed without an answer', async () => {
    const scene = await office('2026-03-03T10:00+01:00', hourly({ first_response: 3600 }))
    const visitor = await scene.visitor()
    await scene.call('POST', `/conversations/${visitor.id}/close`)
    now += 5 * hourMs
    await scene.settle()
    expect(await visitor.entries()).toEqual([])
    expect(await visitor.row()).toMatchObject({ sla: null, status: 'closed' })
    await visitor.socket.leave()
    await scene.leave()
  })
})

test('an answer that is not counted yet prevents a breach', async () => {
  const scene = await office('2026-03-03T10:00+01:00', hourly({ first_response: 3600 }))
  const visitor = await scene.visitor()
  now += hourMs - 1000
  await scene.agent.request('message.send', {
    client_id: crypto.randomUUID(),
    content: 'Just in time',
    customer_id: visitor.customerId,
  })
  now += 2000
  await shop.service.app.sla.sweep()
  // Whether the consumer has counted the answer by now is a matter of milliseconds.
  expect(await visitor.entries()).not.toContain('sla.breached first_response')
  await scene.settle()
  expect(await visitor.entries()).toEqual(['sla.met first_response'])
  await visitor.socket.leave()
  await scene.leave()
})

test('entries reach agents only, and rows can be sorted by the next deadline', async () => {
  const scene = await office('2026-03-03T10:00+01:00', hourly({ first_response: 3600 }))
  await scene.policy(hourly({ first_response: 600 }, { conditions: { priority: 'urgent' } }))
  const first = await scene.visitor()
  now += 1000
  const second = await scene.visitor()
  const order = async () =>
    (await scene.call('GET', '/conversations?view=open&sort=due')).body.data.map(
      ({ id }: { id: string }) => id,
    )
  expect(await order()).toEqual([first.id, second.id])
  await scene.call('PUT', `/conversations/${second.id}/priority`, { priority: 'urgent' })
  await scene.settle()
  expect(await order()).toEqual([second.id, first.id])
  now += 2 * hourMs
  await scene.settle()
  expect(await second.entries()).toEqual(['sla.breached first_response'])
  expect(JSON.stringify(await second.socket.request('log.read', { after: 0 }))).not.toContain('sla.')
  for (const visitor of [first, second]) await visitor.socket.leave()
  await scene.leave()
})

describe('notifications', () => {
  const kinds = async (scene: Awaited<ReturnType<typeof slaScene>>) => {
    // The entries of the first round are new ones in the second.
    await scene.settle()
    await scene.settle()
    return (await scene.call('GET', '/notifications')).body.data
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind.startsWith('sla'))
  }

  test('of an unassigned conversation go to its team, of an assigned one to its agent', async () => {
    const scene = await office('2026-03-03T10:00+01:00', hourly({ first_response: 3600 }))
    const visitor = await scene.visitor()
    now += hourMs - 60_000
    expect(await kinds(scene)).toEqual([])
    const { body: team } = await scene.call('POST', '/teams', {
      name: 'Support',
      members: [{ agent_id: scene.organization.ownerId, capacity: null }],
    })
    await scene.call('PUT', `/conversations/${visitor.id}/team`, { team_id: team.id })
    now += 120_000
    expect(await kinds(scene)).toEqual(['sla_breach'])
    await visitor.socket.leave()

    const other = await scene.visitor()
    await scene.call('POST', `/conversations/${other.id}/assign`, { agent_id: scene.organization.ownerId })
    now += hourMs - 60_000
    expect(await kinds(scene)).toEqual(['sla_warning', 'sla_breach'])
    await other.socket.leave()
    await scene.leave()
  })
})
