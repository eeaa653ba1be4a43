import { expect, test } from 'vitest'
import { foundOrganization, type TestOrganization } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'
import { requestsOfSession } from './sessions.ts'

const start = Date.now()
let passedMs = 0
const shop = useShop({ clock: () => start + passedMs })

test('a session is limited, and others are not', async () => {
  const busy = await foundOrganization(shop.service, 'Busy')
  const list = ({ id, cookie }: TestOrganization) =>
    shop.service.call('GET', `/v1/organizations/${id}/labels`, { cookie })
  passedMs = 60_000
  const statuses = new Set<number>()
  for (let i = 0; i < requestsOfSession.burst; i++) statuses.add((await list(busy)).status)
  expect([...statuses]).toEqual([200])

  expect(await list(busy)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await list(shop.organization)).status).toBe(200)
  passedMs += 1000
  expect((await list(busy)).status).toBe(200)
})
