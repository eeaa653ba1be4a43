import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startPanelService,
  testPassword,
  tokenOf,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
let admin: Member
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found('Acme')
  admin = await service.join(owner, 'admin')
})
afterAll(() => service.close())
beforeEach(() => {
  service.heard.length = 0
})

const problem = (code: string) => expect.objectContaining({ code })
const path = (member: Member, rest = '') => `/v1/organizations/${member.organizationId}/invitations${rest}`
const invite = (by: Member, body: object) => service.call('POST', path(by), { cookie: by.cookie, body })
const inviteToken = async (by: Member, body: object) => tokenOf((await invite(by, body)).body)
const lookUp = (token: unknown) => service.call('POST', '/v1/public/invitations/lookup', { body: { token } })
let address = 0
const accept = (body: object, cookie?: string) =>
  service.call('POST', '/v1/public/invitations/accept', { body, cookie, ip: `203.0.113.${(address += 1)}` })
let people = 0
const newcomer = () => ({
  name: 'Newcomer',
  email: `newcomer${(people += 1)}@example.com`,
  password: testPassword,
})
const listed = async () => (await service.call('GET', path(owner), { cookie: owner.cookie })).body.data

test('the link is returned only on creation, and the token is not stored', async () => {
  const answer = await invite(owner, { role: 'agent', email: 'Eve@Example.com' })
  expect(answer).toMatchObject({
    status: 201,
    body: { role: 'agent', email: 'eve@example.com', invited_by: 'Person 1' },
  })
  const token = tokenOf(answer.body)
  expect(answer.body.url).toBe(`http://localhost:8080/panel/invitation#${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)).toBe(7 * 24 * 3600 * 1000)
  const list = await listed()
  expect(list).toEqual([expect.objectContaining({ id: answer.body.id, invited_by: 'Person 1' })])
  expect(JSON.stringify(list)).not.toContain(token)
  const { rows } = await service.pool.query('select * from invitation')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(service.heard).toEqual([
    { subject: 'organization', message: { organization_id: owner.organizationId, what: 'invitations' } },
  ])
})

test('an admin can invite admins and agents but no owner, and cannot withdraw an invitation for an owner', async () => {
  expect(await invite(admin, { role: 'owner' })).toMatchObject({ status: 403, body: problem('forbidden') })
  const { body } = await invite(owner, { role: 'owner' })
  const byAdmin = { cookie: admin.cookie }
  expect(await service.call('DELETE', path(admin, `/${body.id}`), byAdmin)).toMatchObject({ status: 403 })
  expect(await invite(admin, { role: 'admin' })).toMatchObject({ status: 201 })
})

test('an unknown role, a malformed email and a member’s email are rejected', async () => {
  for (const body of [{}, { role: 'boss' }, { role: 'agent', email: 'x' }, { role: 'agent', days: 9 }]) {
    expect(await invite(owner, body)).toMatchObject({ status: 400, body: problem('invalid_request') })
  }
  expect(await invite(owner, { role: 'agent', email: admin.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: problem('already_member'),
  })
})

test('unknown tokens of any form are invalid', async () => {
  for (const token of ['x', 'A'.repeat(43), '\u0000', `' or true --`]) {
    expect(await lookUp(token)).toMatchObject({ status: 404, body: problem('invitation_invalid') })
    expect(await accept({ token, ...newcomer() })).toMatchObject({
      status: 404,
      body: problem('invitation_invalid'),
    })
  }
  for (const token of ['', 7, null, 'x'.repeat(101)]) {
    expect(await lookUp(token)).toMatchObject({ status: 400, body: problem('invalid_request') })
  }
})

test('a withdrawn invitation is invalid, and cannot be withdrawn twice', async () => {
  const { body } = await invite(owner, { role: 'agent' })
  const withdraw = () => service.call('DELETE', path(owner, `/${body.id}`), { cookie: owner.cookie })
  expect(await withdraw()).toMatchObject({ status: 204, body: null })
  expect(await withdraw()).toMatchObject({ status: 404, body: problem('not_found') })
  expect(await lookUp(tokenOf(body))).toMatchObject({ status: 404, body: problem('invitation_invalid') })
  expect(await accept({ token: tokenOf(body), ...newcomer() })).toMatchObject({
    status: 404,
    body: problem('invitation_invalid'),
  })
})

test('an invitation expires after seven days', async () => {
  const token = await inviteToken(owner, { role: 'agent' })
  const week = 7 * 24 * 60 * 60 * 1000
  expect(await lookUp(token)).toMatchObject({ status: 200 })
  service.advance(week)
  expect(await lookUp(token)).toMatchObject({ status: 410, body: problem('invitation_expired') })
  expect(await accept({ token, ...newcomer() })).toMatchObject({
    status: 410,
    body: problem('invitation_expired'),
  })
  service.advance(-week)
})

test('a new user joins with the invited role and is signed in; the link works once', async () => {
  const token = await inviteToken(owner, { role: 'admin' })
  expect((await lookUp(token)).body).toEqual({
    organization: 'Acme',
    role: 'admin',
    email: null,
    invited_by: 'Person 1',
  })
  service.heard.length = 0
  const person = newcomer()
  const answer = await accept({ token, ...person })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      user: { name: 'Newcomer', email: person.email },
      memberships: [{ role: 'admin', organization: { id: owner.organizationId, name: 'Acme' } }],
    },
  })
  expect(await service.call('GET', '/v1/me', { cookie: answer.cookies[0] })).toMatchObject({
    body: answer.body,
  })
  expect(service.heard.map(({ message }) => message)).toEqual([
    { organization_id: owner.organizationId, what: 'agents' },
    { organization_id: owner.organizationId, what: 'invitations' },
  ])
  expect(await lookUp(token)).toMatchObject({ status: 409, body: problem('invitation_used') })
  expect(await accept({ token, ...newcomer() })).toMatchObject({
    status: 409,
    body: problem('invitation_used'),
  })
})

test('concurrent uses of one link admit one user', async () => {
  const token = await inviteToken(owner, { role: 'agent' })
  const others = await Promise.all(Array.from({ length: 4 }, () => service.found('Elsewhere')))
  const answers = await Promise.all(others.map((other) => accept({ token }, other.cookie)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('a rejected acceptance leaves the invitation usable: weak password, taken email, no session', async () => {
  const token = await inviteToken(owner, { role: 'agent' })
  expect(await accept({ token, ...newcomer(), password: 'short' })).toMatchObject({
    status: 422,
    body: problem('password_weak'),
  })
  expect(await accept({ token, ...newcomer(), email: owner.email })).toMatchObject({
    status: 409,
    body: problem('email_taken'),
  })
  for (const body of [{ token }, { token, name: 'X' }, { token, name: 'X', password: testPassword }]) {
    expect(await accept(body)).toMatchObject({ status: 400, body: problem('invalid_request') })
  }
  expect(await lookUp(token)).toMatchObject({ status: 200 })
})

test('an invitation bound to an email is only valid for it, and the email may be omitted', async () => {
  const token = await inviteToken(owner, { role: 'agent', email: 'bound@example.com' })
  expect(await accept({ token, ...newcomer() })).toMatchObject({ status: 403, body: problem('forbidden') })
  const stranger = await service.found('Elsewhere')
  expect(await accept({ token }, stranger.cookie)).toMatchObject({ status: 403, body: problem('forbidden') })
  expect(await accept({ token, name: 'Bo', password: testPassword })).toMatchObject({
    status: 200,
    body: { user: { email: 'bound@example.com' } },
  })
})

test('a signed-in user joins with their account and belongs to both organizations', async () => {
  const other = await service.found('Globex')
  const token = await inviteToken(owner, { role: 'agent' })
  const answer = await accept({ token }, other.cookie)
  expect(answer.status).toBe(200)
  expect(answer.cookies).toEqual([])
  expect(answer.body.memberships).toEqual([
    expect.objectContaining({ role: 'owner', organization: { id: other.organizationId, name: 'Globex' } }),
    expect.objectContaining({ role: 'agent', organization: { id: owner.organizationId, name: 'Acme' } }),
  ])
})

test('an existing member cannot consume an invitation', async () => {
  const token = await inviteToken(owner, { role: 'owner' })
  expect(await accept({ token }, admin.cookie)).toMatchObject({
    status: 409,
    body: problem('already_member'),
  })
  expect(await lookUp(token)).toMatchObject({ status: 200 })
})

test('a page of another origin can neither look up nor accept an invitation', async () => {
  const token = await inviteToken(owner, { role: 'agent' })
  for (const what of ['lookup', 'accept']) {
    const answer = await service.call('POST', `/v1/public/invitations/${what}`, {
      body: { token },
      cookie: admin.cookie,
      origin: 'https://evil.example',
    })
    expect(answer).toMatchObject({ status: 403, body: problem('forbidden') })
  }
})

test('invitations by a demoted or removed agent are withdrawn', async () => {
  const [second, third] = [await service.join(owner, 'owner'), await service.join(owner, 'admin')]
  const [toOwner, toAgent] = [
    await inviteToken(second, { role: 'owner' }),
    await inviteToken(second, { role: 'agent' }),
  ]
  const byThird = await inviteToken(third, { role: 'agent' })
  const agent = (member: Member) => `/v1/organizations/${owner.organizationId}/agents/${member.agentId}`
  await service.call('PATCH', agent(second), { cookie: owner.cookie, body: { role: 'admin' } })
  expect(await lookUp(toOwner)).toMatchObject({ body: problem('invitation_invalid') })
  expect(await lookUp(toAgent)).toMatchObject({ status: 200 })
  await service.call('PATCH', agent(second), { cookie: owner.cookie, body: { role: 'agent' } })
  expect(await lookUp(toAgent)).toMatchObject({ body: problem('invitation_invalid') })
  await service.call('DELETE', agent(third), { cookie: owner.cookie })
  expect(await lookUp(byThird)).toMatchObject({ body: problem('invitation_invalid') })
})

test('the list is paged, newest first, without accepted and withdrawn invitations', async () => {
  const globex = await service.found('Initech')
  const made: string[] = []
  for (let index = 0; index < 5; index += 1) made.unshift((await invite(globex, { role: 'agent' })).body.id)
  await accept({ token: await inviteToken(globex, { role: 'agent' }), ...newcomer() })
  const page = async (query: string) =>
    (await service.call('GET', `${path(globex)}?max=2${query}`, { cookie: globex.cookie })).body
  const seen: string[] = []
  let cursor = ''
  do {
    const { data, pager } = await page(cursor)
    expect(pager).toMatchObject({ max: 2, sort: 'DESC' })
    seen.push(...data.map(({ id }: { id: string }) => id))
    cursor = pager.next === null ? '' : `&cursor=${pager.next}`
  } while (cursor !== '')
  expect(seen).toEqual(made)
})
