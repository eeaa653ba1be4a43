import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  startPanelService,
  testPassword,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found()
})
afterAll(() => service.close())
afterEach(() => void vi.useRealTimers())

const problem = (code: string) => expect.objectContaining({ code })
const signIn = (email: string, password: string, ip: string) =>
  service.call('POST', '/v1/auth/sign-in/email', { body: { email, password }, ip })

// Before the tests that advance our clock.
test('a sign-in at a process whose clock is wrong ends no session of others, and its own lasts', async () => {
  const sessions = async () => (await service.pool.query('select from auth_session')).rowCount ?? 0
  const before = await sessions()
  for (const [index, days] of [30, -30].entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    expect(await signIn(owner.email, testPassword, '198.51.100.9')).toMatchObject({ status: 200 })
    vi.useRealTimers()
    expect(await sessions()).toBe(before + index + 1)
  }
})

test('attempts are limited per network, for any user, without affecting other networks', async () => {
  for (let index = 0; index < 31; index += 1) {
    // Not an email address, so it is rejected before the expensive hash.
    const answer = await signIn(`guess${index}`, 'x', '2001:db8:1:2::1')
    if (index < 30) expect(answer.status).toBe(401)
    else {
      expect(answer).toMatchObject({ status: 429, body: problem('rate_limited') })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  }
  expect(await signIn(owner.email, testPassword, '2001:db8:1:2:ffff::9')).toMatchObject({ status: 429 })
  expect(await signIn(owner.email, testPassword, '2001:db8:1:3::1')).toMatchObject({ status: 200 })
})

test('wrong passwords for one user are limited per network, without affecting other networks', async () => {
  for (let index = 0; index < 11; index += 1) {
    const answer = await signIn(owner.email, 'x', `2001:db8:2:2::${index}`)
    expect(answer).toMatchObject(
      index < 10 ? { status: 401 } : { status: 429, body: problem('rate_limited') },
    )
  }
  expect(await signIn(owner.email, testPassword, '2001:db8:2:2::1')).toMatchObject({ status: 429 })
  expect(await signIn(owner.email, testPassword, '198.51.100.1')).toMatchObject({ status: 200 })
})

test('wrong passwords for one user are limited to 100 across all networks, of which one network takes 10 at most', async () => {
  for (let network = 0; network < 10; network += 1) {
    for (let index = 0; index < 12; index += 1)
      expect(await signIn('somebody', 'x', `192.0.2.${network}`)).toMatchObject({
        status: index < 10 ? 401 : 429,
      })
  }
  expect(await signIn('somebody', 'x', '192.0.2.10')).toMatchObject({
    status: 429,
    body: problem('rate_limited'),
  })
  expect(await signIn('somebody else', 'x', '192.0.2.10')).toMatchObject({ status: 401 })
})

test('beyond the limit even the correct password is rejected until the window ends; success resets the counts', async () => {
  const tries = () =>
    service.pool.query<{ count: number }>(`select count from auth_attempt where key like 'password %'`)
  await service.pool.query('delete from auth_attempt')
  expect(await signIn(owner.email, 'x', '198.51.100.2')).toMatchObject({ status: 401 })
  await service.pool.query(`update auth_attempt set count = 100 where key like 'password %'`)
  expect(await signIn(owner.email, testPassword, '198.51.100.3')).toMatchObject({
    status: 429,
    body: problem('rate_limited'),
  })
  // Existing sessions continue, so an attacker cannot lock anyone out of the panel.
  expect(await service.call('GET', '/v1/me', { cookie: owner.cookie })).toMatchObject({ status: 200 })
  expect((await tries()).rows).toContainEqual({ count: 101 })
  service.advance(15 * 60 * 1000)
  expect(await signIn(owner.email, testPassword, '198.51.100.3')).toMatchObject({ status: 200 })
  expect((await tries()).rows).toEqual([])
})

test('wrong passwords of sign-ins and those of a signed-in agent are limited separately', async () => {
  const agent = await service.join(owner, 'agent')
  const change = (currentPassword: string, cookie: string | undefined) =>
    service.call('POST', '/v1/auth/change-password', {
      cookie,
      body: { currentPassword, newPassword: testPassword },
    })
  for (let index = 0; index < 10; index += 1) await signIn(agent.email, 'x', '198.51.100.4')
  await service.pool.query(`update auth_attempt set count = 100 where key like 'password %'`)
  expect(await signIn(agent.email, testPassword, '198.51.100.5')).toMatchObject({ status: 429 })
  const changed = await change(testPassword, agent.cookie)
  expect(changed).toMatchObject({ status: 200 })

  service.advance(15 * 60 * 1000)
  const [cookie] = changed.cookies
  for (let index = 0; index < 11; index += 1)
    expect(await change('x', cookie)).toMatchObject({ status: index < 10 ? 401 : 429 })
  const email = { email: 'other@example.com', password: testPassword }
  expect(await service.call('POST', '/v1/auth/change-email', { cookie, body: email })).toMatchObject({
    status: 429,
  })
  expect(await signIn(agent.email, testPassword, '198.51.100.5')).toMatchObject({ status: 200 })
})

test('correct passwords of a signed-in agent are limited, too', async () => {
  const agent = await service.join(owner, 'agent')
  const body = { email: agent.email, password: testPassword }
  const change = () => service.call('POST', '/v1/auth/change-email', { cookie: agent.cookie, body })
  expect(await change()).toMatchObject({ status: 200, body: { state: 'changed' } })
  await service.pool.query(`update auth_attempt set count = 29 where key like 'password-checks %'`)
  expect(await change()).toMatchObject({ status: 200 })
  expect(await change()).toMatchObject({ status: 429, body: problem('rate_limited') })
  service.advance(60 * 1000)
  expect(await change()).toMatchObject({ status: 200 })
})
