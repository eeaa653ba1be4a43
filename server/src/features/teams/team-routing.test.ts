import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { startParams } from '../../testing/test-calls.ts'
import { teamScene, useTeamProcesses } from '../../testing/team-scene.ts'
import { connectAgent, connectVisitor, inviteAgent } from '../../testing/test-service.ts'
import { createTeamRouting } from './team-routing.ts'

const processes = useTeamProcesses()

describe('a waiting conversation', () => {
  test('is never assigned to agents who are offline, away, in a call or full, nor to agents outside the team', async () => {
    const { members, write, agentOf, call, team, online, leave, organization } = await teamScene(
      processes,
      ['Ada', 'Bea'],
      {
        strategy: 'balanced',
        capacity: 1,
      },
    )
    const [ada, bea] = members
    const outsider = await inviteAgent(processes.left, organization, 'Outsider')
    const outside = await connectAgent(processes.left, organization.id, outsider.cookie)
    await ada.socket.request('desk.open', { microphone: false })
    await ada.socket.request('desk.availability', { availability: 'away' })
    await online(3)
    await bea.socket.leave()
    await online(2)
    const { id } = await write()
    await processes.sweep()
    expect(await agentOf(id)).toBeNull()

    // Away with a free capacity, back with a call that takes all of it.
    await call('PATCH', `/providers/${organization.providerId}`, { calls: { mode: 'voice' } })
    await ada.socket.request('desk.open', { microphone: true })
    const caller = await connectVisitor(processes.left, organization.providerId)
    await ada.socket.request('desk.availability', { availability: 'available' })
    await processes.left.app.teams.settled()
    expect(await agentOf(id)).toBe(ada.agentId)
    await call('POST', `/conversations/${id}/close`)
    await caller.socket.request('call.start', startParams())
    await processes.left.app.calls.settled()
    const second = await write()
    await processes.sweep()
    expect(await agentOf(second.id)).toBeNull()
    await caller.socket.leave()

    await call('PATCH', `/teams/${team.id}`, { strategy: 'manual' })
    await processes.sweep()
    expect(await agentOf(second.id)).toBeNull()
    await Promise.all([leave(), outside.leave()])
  })

  test('goes round robin over three agents in two processes; one who disconnects gets no more', async () => {
    const shop = await teamScene(
      processes,
      ['Ada', 'Bea', 'Cem'],
      { strategy: 'round_robin', capacity: 50 },
      { across: true },
    )
    const [ada, bea, cem] = shop.members.map(({ agentId }) => agentId)
    const assigned: (string | null)[] = []
    for (let count = 0; count < 6; count++) {
      const { id } = await shop.write()
      await processes.sweep()
      assigned.push(await shop.agentOf(id))
    }
    expect(assigned).toEqual([ada, bea, cem, ada, bea, cem])
    await shop.members[1].socket.leave()
    await shop.online(2)
    const later: (string | null)[] = []
    for (let count = 0; count < 4; count++) {
      const { id } = await shop.write()
      await processes.sweep()
      later.push(await shop.agentOf(id))
    }
    expect(later).toEqual([ada, cem, ada, cem])
    // Back after a reload: the next in turn.
    shop.members[1].socket = await connectAgent(processes.left, shop.organization.id, shop.members[1].cookie)
    await shop.online(3)
    const { id } = await shop.write()
    await processes.sweep()
    expect(await shop.agentOf(id)).toBe(bea)
    await shop.leave()
    await shop.members[1].socket.leave()
  })

  test('is assigned once, and within the capacities, when two processes compete', async () => {
    const shop = await teamScene(
      processes,
      ['Ada', 'Bea', 'Cem'],
      { strategy: 'balanced', capacity: 3 },
      { across: true },
    )
    const customers = []
    for (let count = 0; count < 10; count++) customers.push(await shop.write())
    await Promise.all([processes.sweep(), processes.sweep(), processes.sweep()])
    const agents = await Promise.all(customers.map(({ id }) => shop.agentOf(id)))
    for (const { agentId } of shop.members)
      expect(agents.filter((agent) => agent === agentId)).toHaveLength(3)
    // The newest waits.
    expect(agents.map((agent) => agent === null)).toEqual([...Array.from({ length: 9 }, () => false), true])
    const [first] = customers
    const entries = await shop.entriesOf(first?.customerId ?? '')
    expect(entries.filter(({ type }) => type === 'conversation.assigned')).toMatchObject([
      { actor: { type: 'system' } },
    ])
    await shop.leave()
  })

  test('that has waited longest is next; a customer whose log is locked is skipped, not waited for', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea'], { strategy: 'longest_idle', capacity: 1 })
    const [ada, bea] = shop.members.map(({ agentId }) => agentId)
    const waiting = [await shop.write(), await shop.write(), await shop.write()]
    const ids = waiting.map(({ id }) => id)
    const client = new pg.Client({ connectionString: processes.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('select from customer_log where customer_id = $1 for update', [waiting[0]?.customerId])
    await processes.sweep()
    const agents = async () => Promise.all(ids.map((id) => shop.agentOf(id)))
    expect(await agents()).toEqual([null, ada, bea])
    await client.query('rollback')
    await client.end()
    await processes.sweep()
    expect(await agents()).toEqual([null, ada, bea])
    // A snoozed conversation takes no room.
    await shop.call('POST', `/conversations/${ids[2]}/snooze`, { until: null })
    await processes.sweep()
    expect(await agents()).toEqual([bea, ada, bea])
    await shop.leave()
  })

  test('is not assigned to an agent who may have closed the panel', async () => {
    const shop = await teamScene(processes, ['Ada', 'Bea'], { strategy: 'round_robin', capacity: 9 })
    const { db, close } = openDatabase(processes.databaseUrl)
    const [ada, bea] = shop.members.map(({ agentId }) => agentId)
    const leaving = new Set([ada])
    let waiting = 1
    const assigned: string[] = []
    const routing = createTeamRouting({
      db,
      log: {
        transact: (work: (tx: unknown) => Promise<unknown>) =>
          db.transaction().execute((trx) => work({ db: trx, now: '2026-03-01T10:00:00.000Z' })),
      } as never,
      isOnline: () => true,
      isLeaving: (_organizationId: string, agentId: string) => leaving.has(agentId),
      deskStates: async () => new Map(),
      conversations: {
        teamsWaiting: async (ids: string[]) => (waiting > 0 ? ids : []),
        loadsOf: async () => new Map(),
        claim: async () => (waiting > 0 ? { team_id: shop.team.id } : undefined),
        assignClaimed: async (_tx: unknown, _row: unknown, agentId: string) => {
          waiting -= 1
          assigned.push(agentId)
        },
      },
      signal: new AbortController().signal,
    } as never)
    await routing.route(shop.organization.id)
    expect(assigned).toEqual([bea])
    leaving.add(bea)
    waiting = 1
    await routing.route(shop.organization.id)
    expect(assigned).toEqual([bea])
    leaving.clear()
    await routing.route(shop.organization.id)
    expect(assigned).toEqual([bea, ada])
    await close()
    await shop.leave()
  })

  test('is assigned without a sweep: when it begins, when an agent connects, returns or has room again', async () => {
    const shop = await teamScene(processes, ['Ada'], { strategy: 'balanced', capacity: 1 })
    const [ada] = shop.members
    await processes.left.app.logConsumers.start()
    const first = await shop.write()
    await expect.poll(() => shop.agentOf(first.id)).toBe(ada.agentId)
    const second = await shop.write()
    await shop.call('POST', `/conversations/${first.id}/close`)
    await expect.poll(() => shop.agentOf(second.id)).toBe(ada.agentId)
    await ada.socket.leave()
    await shop.online(0)
    await shop.call('POST', `/conversations/${second.id}/close`)
    const third = await shop.write()
    ada.socket = await connectAgent(processes.left, shop.organization.id, ada.cookie)
    await expect.poll(() => shop.agentOf(third.id)).toBe(ada.agentId)
    // A removed agent's conversation waits again until another agent joins the team.
    await shop.call('DELETE', `/agents/${ada.agentId}`)
    await expect.poll(() => shop.agentOf(third.id)).toBeNull()
    const bea = await inviteAgent(processes.left, shop.organization, 'Bea')
    const socket = await connectAgent(processes.left, shop.organization.id, bea.cookie)
    await shop.call('PATCH', `/teams/${shop.team.id}`, { members: [{ agent_id: bea.agentId, capacity: 9 }] })
    await expect.poll(() => shop.agentOf(third.id)).toBe(bea.agentId)
    await socket.leave()
  })
})
