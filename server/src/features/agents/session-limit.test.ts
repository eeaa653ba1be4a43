import { expect, test } from 'vitest'
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
