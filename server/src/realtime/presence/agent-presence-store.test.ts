import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { agentPresenceStore } from './agent-presence-store.ts'

let testDatabase: TestDatabase
let database: DatabaseHandle
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test('writes and heartbeats report that the row of the process was missing', async () => {
  const store = agentPresenceStore(database.db)
  const [process, organization, ada, bea] = [newId(), newId(), newId(), newId()]
  const change = (id: string, online: boolean) => ({ agent: [organization, id] as const, online })
  const empty = () => database.pool.query('truncate presence_process, agent_presence')
  expect(await store.write(process, 1, [change(ada, true), change(bea, true)])).toEqual({ renewed: false })
  expect(await store.write(process, 2, [change(bea, false)])).toEqual({ renewed: true })
  expect(await store.read([process])).toEqual([{ id: process, version: 2, agents: [[organization, ada]] }])
  await empty()
  expect(await store.write(process, 3, [change(bea, true)])).toEqual({ renewed: false })
  expect(await store.heartbeat(process, 3)).toEqual({ renewed: true, others: [] })
  await empty()
  expect(await store.heartbeat(process, 3)).toEqual({ renewed: false, others: [] })
})

test('a heartbeat that began before another process deleted the row reports that it was missing', async () => {
  const store = agentPresenceStore(database.db)
  const [process, other] = [newId(), newId()]
  await database.pool.query('truncate presence_process, agent_presence')
  await store.heartbeat(process, 1)
  await store.heartbeat(other, 1)
  const deleting = await database.pool.connect()
  try {
    await deleting.query('begin')
    await deleting.query('delete from presence_process where id = $1', [process])
    const heartbeat = store.heartbeat(process, 1)
    const blocked = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await deleting.query(blocked)).rowCount).toBe(1)
    await deleting.query('commit')
    const { renewed, others } = await heartbeat
    expect(renewed).toBe(false)
    expect(others.map(({ id }) => id)).toEqual([other])
  } finally {
    deleting.release()
  }
})
