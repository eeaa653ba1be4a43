import { Client } from 'pg'
import { expect, it } from 'vitest'
import { blockedSessions, untilBlocked } from './blocked-sessions.ts'
import { createTestDatabase } from './test-database.ts'

it('counts sessions that were opened after the first query of a transaction, until its locks are released', async () => {
  const database = await createTestDatabase()
  const [holder, other] = [1, 2].map(() => new Client({ connectionString: database.url })) as [Client, Client]
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table customer')
  expect(await blockedSessions(holder)).toBe(0)
  await other.connect()
  const waiting = other.query('select from customer')
  await untilBlocked(holder)
  expect(await blockedSessions(holder)).toBe(1)
  await holder.query('commit')
  await waiting
  expect(await blockedSessions(holder)).toBe(0)
  await Promise.all([holder.end(), other.end()])
  await database.drop()
})
