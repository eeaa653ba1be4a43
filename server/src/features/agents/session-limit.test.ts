import { expect, test } from 'vitest'
import { testPassword } from '../../testing/panel-service.ts'
import { useTeamProcesses } from '../../testing/team-scene.ts'
import { foundOrganization, type TestService } from '../../testing/test-service.ts'
import { requestsOfSession } from './sessions.ts'

/** Two processes with a fixed clock: nothing is refilled. */
const processes = useTeamProcesses()

test('requests of a session count in both processes', { timeout: 60_000 }, async () => {
  const { id, cookie } = await foundOrganization(processes.left, 'Limits')
  const url = `/v1/organizations/${id}/labels`
  const attempt = async ({ app }: TestService) =>
    (await app.http.inject({ method: 'GET', url, headers: { cookie } })).statusCode
  const many = (service: TestService) => Promise.all(Array.from({ length: 50 }, () => attempt(service)))
  while ((await many(processes.left)).every((status) => status === 200));
  let tries = 0
  const next = () => {
    tries += 1
    return attempt(processes.right)
  }
  await expect.poll(next, { timeout: 30_000 }).toBe(429)
  // By itself it would admit a burst.
  expect(tries).toBeLessThan(requestsOfSession.burst)
})

test('so do requests about the person and their sockets', { timeout: 60_000 }, async () => {
  const { left } = processes
  const { id, cookie } = await foundOrganization(left, 'Persons')
  const me = (of = cookie) => left.call('GET', '/v1/me', { cookie: of })
  while ((await Promise.all(Array.from({ length: 50 }, () => me()))).every(({ status }) => status === 200));
  const limited = { status: 429, body: expect.objectContaining({ code: 'rate_limited' }) }
  const password = { currentPassword: testPassword, newPassword: testPassword }
  for (const [method, url, body] of [
    ['GET', `/v1/organizations/${id}/labels`],
    ['GET', '/v1/auth/get-session'],
    ['POST', '/v1/auth/update-user', { name: 'Ada' }],
    ['POST', '/v1/auth/change-password', password],
    ['POST', '/v1/auth/change-email', { email: 'ada@example.com', password: testPassword }],
    ['POST', '/v1/auth/revoke-sessions'],
  ] as const)
    expect([url, await left.call(method, url, { cookie, body })]).toEqual([url, limited])
  await expect(left.openAgent({ cookie })).rejects.toThrow('429 rate_limited')
  // better-auth would accept a quoted cookie, which is not counted.
  const [name, value] = cookie.split('=', 2)
  expect(await me(`${name}="${value}"`)).toMatchObject({ status: 401 })
  expect(await left.call('POST', '/v1/auth/sign-out', { cookie })).toMatchObject({ status: 200 })
})
