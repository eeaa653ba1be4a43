import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { teamScene, useTeamProcesses } from '../../testing/team-scene.ts'
import { claimOldest, teamsWaiting, unansweredSince } from './team-queue-store.ts'

const processes = useTeamProcesses()
let database: DatabaseHandle
beforeAll(() => {
  database = openDatabase(processes.databaseUrl)
})
afterAll(() => database.close())

test('a conversation whose customer is locked is neither claimed nor locked', async () => {
  const shop = await teamScene(processes, ['Ada'], { strategy: 'manual' })
  const busy = await shop.write()
  const writer = await database.pool.connect()
  await writer.query('begin')
  await writer.query('select from customer_log where customer_id = $1 for update', [busy.customerId])
  await database.db.transaction().execute(async (trx) => {
    const claim = () => claimOldest(trx, shop.organization.id, [shop.team.id])
    expect(await claim()).toBeUndefined()
    // What a message does while this transaction is open: it would fail if it had to wait.
    await writer.query('select from conversation where id = $1 for update nowait', [busy.id])
    await writer.query('commit')
    expect(await claim()).toMatchObject({ id: busy.id })
    expect(await claimOldest(trx, shop.organization.id, [])).toBeUndefined()
  })
  writer.release()
  await shop.leave()
})

test('only teams that are asked for are reported as waiting', async () => {
  const manual = await teamScene(processes, ['Ada'], { strategy: 'manual' })
  const idle = await teamScene(processes, ['Bea'], { strategy: 'manual' })
  await manual.write()
  expect(await teamsWaiting(database.db, [idle.team.id])).toEqual([])
  expect(await teamsWaiting(database.db, [idle.team.id, manual.team.id])).toEqual([manual.team.id])
  await manual.leave()
  await idle.leave()
})

test('overdue conversations of agents who keep theirs do not hide those of others', async () => {
  const shop = await teamScene(processes, ['Ada', 'Bea'], { strategy: 'round_robin', reassign_minutes: 5 })
  const [ada, bea] = shop.members
  const kept = await shop.write()
  await processes.left.app.teams.sweep()
  const hidden = await shop.write()
  await processes.left.app.teams.sweep()
  expect([await shop.agentOf(kept.id), await shop.agentOf(hidden.id)]).toEqual([ada.agentId, bea.agentId])
  const overdue = async (except: string[]) => {
    const deadline = { team_id: shop.team.id, before: '2027-01-01T00:00:00.000Z', except_agents: except }
    return (await unansweredSince(database.db, [deadline], 1)).map(({ id }) => id)
  }
  expect(await overdue([])).toEqual([kept.id])
  expect(await overdue([ada.agentId])).toEqual([hidden.id])
  await shop.leave()
})
