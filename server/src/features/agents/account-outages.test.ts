import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startPanelService,
  testPassword,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

/** The connection to the database is lost at one statement of a request. */

const newPassword = 'another horse battery'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: PanelService
beforeAll(async () => {
  database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  smtp = await startSmtpServer()
  service = await startPanelService({
    url: Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href,
    environment: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'parley@example.com' },
  })
})
afterAll(async () => {
  await service.close()
  await smtp.stop()
  await proxy.close()
  await database.drop()
})

const unavailable = { status: 503, body: { code: 'unavailable' }, cookies: [] }
const post = (path: string, { cookie }: { cookie?: string }, body: object = {}) =>
  service.call('POST', path, { cookie, body })
const me = ({ cookie }: Member) => service.call('GET', '/v1/me', { cookie })
const signIn = (email: string, password: string) => post('/v1/auth/sign-in/email', {}, { email, password })
const endedSockets = () => service.heard.filter(({ subject }) => subject === 'agent.gone').length

test.each([
  ['sign-out', 'sign-out'],
  ['sign-out everywhere', 'revoke-sessions'],
])('a failed %s is reported, leaves the session and can be repeated', async (_name, path) => {
  const person = await service.found()
  service.heard.length = 0
  proxy.closeOn(/delete from "auth_session"/)
  expect(await post(`/v1/auth/${path}`, person)).toMatchObject(unavailable)
  expect(await me(person)).toMatchObject({ status: 200 })
  expect(endedSockets()).toBe(0)
  expect(await post(`/v1/auth/${path}`, person)).toMatchObject({ status: 200 })
  expect(await me(person)).toMatchObject({ status: 401 })
  expect(endedSockets()).toBe(1)
})

test('a sign-out of a session that has already ended succeeds and clears the cookie', async () => {
  const person = await service.found()
  expect(await post('/v1/auth/sign-out', person)).toMatchObject({ status: 200 })
  const repeated = await post('/v1/auth/sign-out', person)
  expect(repeated).toMatchObject({ status: 200, body: {} })
  expect(repeated.cookies).toContain('parley.session_token=')
})

test('a name that could not be changed does not say that the person is signed out', async () => {
  const person = await service.found()
  const rename = () => post('/v1/auth/update-user', person, { name: 'Renamed' })
  for (const statement of [/from "auth_session"/, /update "auth_user"/]) {
    proxy.closeOn(statement)
    expect(await rename()).toMatchObject(unavailable)
  }
  expect(await rename()).toMatchObject({ status: 200 })
  expect((await me(person)).body.user.name).toBe('Renamed')
})

test('a password change succeeds although no session could be started, and ends the former ones', async () => {
  const person = await service.found()
  service.heard.length = 0
  const body = { currentPassword: testPassword, newPassword }
  proxy.closeOn(/insert into "auth_session"/)
  expect(await post('/v1/auth/change-password', person, body)).toMatchObject({
    status: 200,
    body: {},
    cookies: [],
  })
  expect(endedSockets()).toBe(1)
  expect(await me(person)).toMatchObject({ status: 401 })
  expect(await signIn(person.email, newPassword)).toMatchObject({ status: 200 })
})

test('a setup whose session could not be started reports that the account exists', async () => {
  const email = 'founder@example.com'
  proxy.closeOn(/insert into "auth_session"/)
  const body = { organization: 'Founded', name: 'Founder', email, password: testPassword }
  expect(await post('/v1/public/setup', {}, body)).toMatchObject({
    status: 201,
    body: { outcome: 'sign_in_required' },
    cookies: [],
  })
  const [cookie] = (await signIn(email, testPassword)).cookies
  const { body: account } = await service.call('GET', '/v1/me', { cookie })
  expect(account.memberships).toMatchObject([{ role: 'owner', organization: { name: 'Founded' } }])
})

test.each([
  ['session could not be started', /insert into "auth_session"/],
  ['memberships could not be read', /select "id" as "agent_id", "organization_id", "role" from "agent"/],
])(
  'an invitation that was accepted although the %s reports that the account exists, and leaves no session',
  async (title, statement) => {
    const owner = await service.found()
    const invited = await post(`/v1/organizations/${owner.organizationId}/invitations`, owner, {
      role: 'agent',
    })
    const token = new URL(invited.body.url).hash.slice(1)
    const email = `${title.replaceAll(' ', '-')}@example.com`
    proxy.closeOn(statement)
    const body = { token, name: 'Invited', email, password: testPassword }
    expect(await post('/v1/public/invitations/accept', {}, body)).toMatchObject({
      status: 200,
      body: { outcome: 'sign_in_required' },
      cookies: [],
    })
    const { rows: sessions } = await service.pool.query(
      'select id from auth_session where user_id = (select id from auth_user where email = $1)',
      [email],
    )
    expect(sessions).toEqual([])
    const [cookie] = (await signIn(email, testPassword)).cookies
    expect((await service.call('GET', '/v1/me', { cookie })).body.memberships).toMatchObject([
      { role: 'agent' },
    ])
  },
)

test('a new e-mail address and the notice to the old one are stored together', async () => {
  const person = await service.found()
  const email = 'renewed@example.com'
  await post('/v1/auth/change-email', person, { email, password: testPassword })
  const [, token = ''] = /\/panel\/confirm-email#([\w-]{43})/.exec((await smtp.mailTo(email)).text) ?? []
  const confirm = () => post('/v1/public/email-changes/confirm', {}, { token })
  proxy.closeOn(/insert into "mail"/)
  expect(await confirm()).toMatchObject(unavailable)
  expect(await signIn(person.email, testPassword)).toMatchObject({ status: 200 })
  expect(await confirm()).toMatchObject({ status: 200, body: { email } })
  expect((await smtp.mailTo(person.email)).text).toContain(email)
})
