import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startPanelService,
  testPassword,
  tokenOf,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'

const dayMs = 24 * 60 * 60 * 1000
const newPassword = 'another horse battery'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found('Acme')
})
afterAll(() => service.close())
beforeEach(() => {
  service.heard.length = 0
})

const problem = (code: string) => expect.objectContaining({ code })
let address = 0
const nextIp = () => `203.0.113.${(address += 1)}`
const createLink = (by: Member, agentId: string) =>
  service.call('POST', `/v1/organizations/${by.organizationId}/agents/${agentId}/reset-link`, {
    cookie: by.cookie,
  })
const tokenFor = async (by: Member, agentId: string) => tokenOf((await createLink(by, agentId)).body)
const lookUp = (token: string) =>
  service.call('POST', '/v1/public/password-resets/lookup', { body: { token }, ip: nextIp() })
const use = (token: string, password = newPassword) =>
  service.call('POST', '/v1/public/password-resets/use', { body: { token, password }, ip: nextIp() })
const signIn = (email: string, password: string, ip = nextIp()) =>
  service.call('POST', '/v1/auth/sign-in/email', { body: { email, password }, ip })
const me = (member: Member) => service.call('GET', '/v1/me', { cookie: member.cookie })
const setRole = (member: Member, role: string) =>
  service.call('PATCH', `/v1/organizations/${owner.organizationId}/agents/${member.agentId}`, {
    cookie: owner.cookie,
    body: { role },
  })
const invite = async (by: Member, body: object) =>
  tokenOf(
    (
      await service.call('POST', `/v1/organizations/${by.organizationId}/invitations`, {
        cookie: by.cookie,
        body,
      })
    ).body,
  )
const accept = (body: object, cookie?: string) =>
  service.call('POST', '/v1/public/invitations/accept', { body, cookie, ip: nextIp() })
const remove = (member: Member) =>
  service.call('DELETE', `/v1/organizations/${member.organizationId}/agents/${member.agentId}`, {
    cookie: owner.cookie,
  })
const events = async (email: string) =>
  (
    await service.pool.query(
      `select type, source, agent_id from account_event e join auth_user u on u.id = e.user_id
       where email = $1 order by e.created_at, e.id`,
      [email],
    )
  ).rows

test('a link from an admin sets a new password once, ends all sessions and is recorded', async () => {
  const admin = await service.join(owner, 'admin')
  const agent = await service.join(owner, 'agent')
  const second = await signIn(agent.email, testPassword)
  const made = await createLink(admin, agent.agentId)
  expect(made).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
  const token = tokenOf(made.body)
  expect(made.body.url).toBe(`http://localhost:8080/panel/reset-password#${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  const { rows } = await service.pool.query('select * from password_reset')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await lookUp(token)).toMatchObject({ status: 200, body: { email: agent.email } })
  expect(await me(agent)).toMatchObject({ status: 200 })

  service.heard.length = 0
  expect(await use(token, 'too short')).toMatchObject({ status: 422, body: problem('password_weak') })
  expect(await use(token)).toMatchObject({ status: 200, body: { email: agent.email }, cookies: [] })
  expect(await me(agent)).toMatchObject({ status: 401 })
  expect(await me({ ...agent, cookie: second.cookies[0] ?? '' })).toMatchObject({ status: 401 })
  const gone = service.heard.filter(({ subject }) => subject === 'agent.gone')
  expect(gone).toHaveLength(2)
  expect(await signIn(agent.email, testPassword)).toMatchObject({ status: 401 })
  expect(await signIn(agent.email, newPassword)).toMatchObject({ status: 200 })
  for (const again of [await lookUp(token), await use(token)])
    expect(again).toMatchObject({ status: 409, body: problem('reset_used') })
  expect(await events(agent.email)).toEqual([
    { type: 'reset_link_created', source: 'admin', agent_id: admin.agentId },
    { type: 'password_reset', source: 'admin', agent_id: admin.agentId },
  ])
})

test('exactly one of several concurrent uses of a link sets the password', async () => {
  const agent = await service.join(owner, 'agent')
  const token = await tokenFor(owner, agent.agentId)
  const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`)
  const answers = await Promise.all(passwords.map((password) => use(token, password)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
  expect(await signIn(agent.email, winner)).toMatchObject({ status: 200 })
})

test('a link for a higher role, for oneself or for a member of another organization is refused', async () => {
  const admin = await service.join(owner, 'admin')
  const agent = await service.join(owner, 'agent')
  expect(await createLink(admin, owner.agentId)).toMatchObject({ status: 403, body: problem('forbidden') })
  expect(await createLink(agent, admin.agentId)).toMatchObject({ status: 403, body: problem('forbidden') })
  for (const self of [admin, owner])
    expect(await createLink(self, self.agentId)).toMatchObject({ status: 403, body: problem('forbidden') })
  const globex = await service.found('Globex')
  expect(await createLink(globex, agent.agentId)).toMatchObject({ status: 404 })

  await accept({ token: await invite(globex, { role: 'agent' }) }, agent.cookie)
  expect(await createLink(owner, agent.agentId)).toMatchObject({
    status: 409,
    body: problem('account_shared'),
  })
})

test('a link from an admin becomes invalid with a demotion or removal of the admin and a promotion or second membership of the person', async () => {
  const refused = { status: 404, body: problem('reset_invalid') }
  const maker = await service.join(owner, 'admin')

  const promoted = await service.join(owner, 'agent')
  const first = await tokenFor(maker, promoted.agentId)
  await setRole(promoted, 'owner')
  expect(await lookUp(first)).toMatchObject(refused)
  expect(await use(first)).toMatchObject(refused)

  const joined = await service.join(owner, 'agent')
  const second = await tokenFor(maker, joined.agentId)
  const globex = await service.found('Globex')
  await accept({ token: await invite(globex, { role: 'agent' }) }, joined.cookie)
  expect(await use(second)).toMatchObject(refused)

  const left = await service.join(owner, 'agent')
  const third = await tokenFor(maker, left.agentId)
  await setRole(maker, 'agent')
  expect(await use(third)).toMatchObject(refused)
  await setRole(maker, 'admin')
  await remove(maker)
  expect(await use(third)).toMatchObject(refused)
})

test('a link is refused if it is unknown, 24 hours old, or from before a reset or a password change', async () => {
  expect(await lookUp('made-up')).toMatchObject({ status: 404, body: problem('reset_invalid') })
  const agent = await service.join(owner, 'agent')
  const [one, two] = [await tokenFor(owner, agent.agentId), await tokenFor(owner, agent.agentId)]
  expect(await use(one)).toMatchObject({ status: 200 })
  expect(await use(two)).toMatchObject({ status: 404, body: problem('reset_invalid') })

  const three = await tokenFor(owner, agent.agentId)
  const [cookie] = (await signIn(agent.email, newPassword)).cookies
  const changed = await service.call('POST', '/v1/auth/change-password', {
    cookie,
    body: { currentPassword: newPassword, newPassword: testPassword },
  })
  expect(changed).toMatchObject({ status: 200 })
  expect(await use(three)).toMatchObject({ status: 404, body: problem('reset_invalid') })

  const four = await tokenFor(owner, agent.agentId)
  service.advance(dayMs)
  for (const late of [await lookUp(four), await use(four)])
    expect(late).toMatchObject({ status: 410, body: problem('reset_expired') })
})

test('a reset also clears the limits on wrong passwords', async () => {
  const agent = await service.join(owner, 'agent')
  const ip = nextIp()
  const change = (currentPassword: string, cookie?: string) =>
    service.call('POST', '/v1/auth/change-password', {
      cookie,
      body: { currentPassword, newPassword: testPassword },
    })
  for (let guess = 0; guess < 10; guess += 1) {
    await signIn(agent.email, 'a wrong password', ip)
    await change('a wrong password', agent.cookie)
  }
  expect(await signIn(agent.email, testPassword, ip)).toMatchObject({ status: 429 })
  expect(await change(testPassword, agent.cookie)).toMatchObject({ status: 429 })
  await use(await tokenFor(owner, agent.agentId))
  const again = await signIn(agent.email, newPassword, ip)
  expect(again).toMatchObject({ status: 200 })
  expect(await change(newPassword, again.cookies[0])).toMatchObject({ status: 200 })
})

test('a removed person with a forgotten password can return with an invitation for their e-mail address', async () => {
  const agent = await service.join(owner, 'agent')
  await remove(agent)
  const person = { name: 'New Name', email: agent.email, password: newPassword }
  const open = await invite(owner, { role: 'agent' })
  expect(await accept({ token: open, ...person })).toMatchObject({
    status: 409,
    body: problem('email_taken'),
  })

  const bound = await invite(owner, { role: 'agent', email: agent.email })
  const joined = await accept({ token: bound, ...person })
  expect(joined).toMatchObject({
    status: 200,
    body: { user: { name: 'New Name' }, memberships: [{ agent_id: agent.agentId }] },
  })
  expect(await me(agent)).toMatchObject({ status: 401 })
  expect(await signIn(agent.email, testPassword)).toMatchObject({ status: 401 })
  expect(await events(agent.email)).toEqual([
    { type: 'password_reset', source: 'invitation', agent_id: owner.agentId },
  ])
})

test('an invitation cannot take over an account that belongs to any organization', async () => {
  const globex = await service.found('Globex')
  const agent = await service.join(owner, 'agent')
  const token = await invite(globex, { role: 'agent', email: agent.email })
  const person = { name: 'Mallory', email: agent.email, password: newPassword }
  expect(await accept({ token, ...person })).toMatchObject({ status: 409, body: problem('email_taken') })
  expect(await signIn(agent.email, testPassword)).toMatchObject({ status: 200 })
})

test('an invitation of an organization that the person never joined cannot take over a removed agent’s account', async () => {
  const globex = await service.found('Globex')
  const agent = await service.join(owner, 'agent')
  await remove(agent)
  const token = await invite(globex, { role: 'agent', email: agent.email })
  const person = { name: 'Mallory', email: agent.email, password: newPassword }
  expect(await accept({ token, ...person })).toMatchObject({ status: 409, body: problem('email_taken') })
  expect(await me(agent)).toMatchObject({ status: 200, body: { memberships: [] } })
  expect(await accept({ token }, agent.cookie)).toMatchObject({
    status: 200,
    body: { memberships: [{ organization: { name: 'Globex' } }] },
  })
})

test('signing out everywhere ends every session, including the current one', async () => {
  const agent = await service.join(owner, 'agent')
  const other = await signIn(agent.email, testPassword)
  const answer = await service.call('POST', '/v1/auth/revoke-sessions', { cookie: agent.cookie })
  expect(answer).toMatchObject({ status: 200, body: {} })
  for (const cookie of [agent.cookie, other.cookies[0] ?? ''])
    expect(await me({ ...agent, cookie })).toMatchObject({ status: 401 })
  expect(service.heard.filter(({ subject }) => subject === 'agent.gone')).toHaveLength(2)
  expect(await service.call('POST', '/v1/auth/revoke-sessions', {})).toMatchObject({ status: 401 })
  expect(await events(agent.email)).toMatchObject([{ type: 'signed_out_everywhere', source: 'person' }])
})

test('without a mail server, the e-mail address changes immediately with the password, and requests for e-mails are refused', async () => {
  const agent = await service.join(owner, 'agent')
  const change = (body: object, cookie?: string) =>
    service.call('POST', '/v1/auth/change-email', { cookie, body })
  const email = 'Renamed@Example.com'
  expect(await change({ email, password: testPassword })).toMatchObject({ status: 401 })
  expect(await change({ email, password: 'wrong' }, agent.cookie)).toMatchObject({
    status: 401,
    body: problem('credentials_invalid'),
  })
  expect(await change({ email: owner.email, password: testPassword }, agent.cookie)).toMatchObject({
    status: 409,
    body: problem('email_taken'),
  })
  const link = await tokenFor(owner, agent.agentId)
  expect(await change({ email, password: testPassword }, agent.cookie)).toMatchObject({
    status: 200,
    body: { state: 'changed' },
  })
  expect(await signIn('renamed@example.com', testPassword)).toMatchObject({ status: 200 })
  expect(await signIn(agent.email, testPassword)).toMatchObject({ status: 401 })
  expect(await use(link)).toMatchObject({ status: 404, body: problem('reset_invalid') })
  expect(
    await service.call('POST', '/v1/public/password-resets/request', { body: { email: owner.email } }),
  ).toMatchObject({ status: 409, body: problem('mail_off') })
})
