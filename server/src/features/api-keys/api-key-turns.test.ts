import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockedSessions } from '../../testing/blocked-sessions.ts'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'

let service: PanelService
beforeAll(async () => void (service = await startPanelService()))
afterAll(() => service.close())

const make = ({ organizationId, cookie }: Member) =>
  service.call('POST', `/v1/organizations/${organizationId}/api-keys`, {
    cookie,
    body: { name: 'Backend', scopes: ['webhooks:read'] },
  })

test('new keys of one organization wait for each other on one connection, and hold up nobody else', async () => {
  const owner = await service.found('Acme')
  const lock = `api keys ${owner.organizationId}`
  const other = await service.found('Other')
  const session = await service.pool.connect()
  await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock])
  const created = Array.from({ length: 40 }, () => make(owner))
  const waiting = () => blockedSessions(session)
  await expect.poll(waiting).toBe(1)
  expect(await make(other)).toMatchObject({ status: 201 })
  expect(await waiting()).toBe(1)
  await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock])
  session.release()
  const statuses = (await Promise.all(created)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.filter((status) => status === 409)).toHaveLength(20)
})
