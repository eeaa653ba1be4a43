import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import {
  startPanelService,
  testPassword,
  tokenOf,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { testPasswordHashing } from '../../testing/test-password.ts'
import { createPasswordResets } from './password-resets.ts'

const newPassword = 'another horse battery'

/** Runs between the next verification of a password and its result. */
let meanwhile: (() => Promise<unknown>) | null = null
const passwordHashing: typeof testPasswordHashing = {
  hash: testPasswordHashing.hash,
  async verify(attempt) {
    const isRight = await testPasswordHashing.verify(attempt)
    const run = meanwhile
    meanwhile = null
    await run?.()
    return isRight
  },
}

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: PanelService
let withMail: PanelService
beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startPanelService({ passwordHashing })
  withMail = await startPanelService({
    passwordHashing,
    environment: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'parley@example.com' },
  })
})
afterAll(async () => {
  await service.close()
  await withMail.close()
  await smtp.stop()
})

const credentialsInvalid = { status: 401, body: { code: 'credentials_invalid' }, cookies: [] }

/** An agent whose password is reset while the next verification of it is under way. */
async function agentBeforeReset(of: PanelService): Promise<Member> {
  const owner = await of.found()
  const agent = await of.join(owner, 'agent')
  const { body } = await of.call(
    'POST',
    `/v1/organizations/${owner.organizationId}/agents/${agent.agentId}/reset-link`,
    { cookie: owner.cookie },
  )
  meanwhile = async () => {
    const use = { token: tokenOf(body), password: newPassword }
    expect(await of.call('POST', '/v1/public/password-resets/use', { body: use })).toMatchObject({
      status: 200,
    })
  }
  return agent
}

const count = async (of: PanelService, table: string, { email }: Member) => {
  const { rowCount } = await of.pool.query(
    `select from ${table} join auth_user on auth_user.id = user_id where auth_user.email = $1`,
    [email],
  )
  return rowCount
}
const signIn = (of: PanelService, { email }: Member, password: string) =>
  of.call('POST', '/v1/auth/sign-in/email', { body: { email, password } })

test('a sign-in whose password is reset during its verification is refused and leaves no session', async () => {
  const agent = await agentBeforeReset(service)
  expect(await signIn(service, agent, testPassword)).toMatchObject(credentialsInvalid)
  expect(await count(service, 'auth_session', agent)).toBe(0)
  expect(await signIn(service, agent, newPassword)).toMatchObject({ status: 200 })
})

test('a password change during which the password is reset neither replaces the password nor starts a session', async () => {
  const agent = await agentBeforeReset(service)
  const body = { currentPassword: testPassword, newPassword: 'a password of a stranger' }
  expect(
    await service.call('POST', '/v1/auth/change-password', { cookie: agent.cookie, body }),
  ).toMatchObject(credentialsInvalid)
  expect(await count(service, 'auth_session', agent)).toBe(0)
  expect(await signIn(service, agent, newPassword)).toMatchObject({ status: 200 })
})

test.each([
  ['with a mail server', () => withMail],
  ['without a mail server', () => service],
])('an e-mail change during which the password is reset is refused, %s', async (_mail, chosen) => {
  const of = chosen()
  const agent = await agentBeforeReset(of)
  const body = { email: 'stranger@example.com', password: testPassword }
  expect(await of.call('POST', '/v1/auth/change-email', { cookie: agent.cookie, body })).toMatchObject(
    credentialsInvalid,
  )
  expect(await count(of, 'email_change', agent)).toBe(0)
  expect(await signIn(of, agent, newPassword)).toMatchObject({ status: 200 })
})

/** Begins a transaction with this statement on another connection. */
async function begin(statement: string, values: unknown[]) {
  const client = await service.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  return {
    client,
    async commit() {
      await client.query('commit')
      client.release()
    },
  }
}
const untilWaiting = () =>
  expect
    .poll(async () => {
      const { rowCount } = await service.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    })
    .toBe(1)

async function invitationOf(owner: Member): Promise<string> {
  const path = `/v1/organizations/${owner.organizationId}/invitations`
  return tokenOf((await service.call('POST', path, { cookie: owner.cookie, body: { role: 'agent' } })).body)
}
const accept = (token: string, { cookie }: Member) =>
  service.call('POST', '/v1/public/invitations/accept', { cookie, body: { token } })

test('a former agent rejoins only after a reset of their password, which depends on their organizations', async () => {
  const [owner, other] = [await service.found(), await service.found()]
  const agent = await service.join(owner, 'agent')
  expect(await accept(await invitationOf(other), agent)).toMatchObject({ status: 200 })
  const left = await service.pool.query(
    'update agent set removed_at = now() where organization_id = $1 and user_id = (select id from auth_user where email = $2)',
    [other.organizationId, agent.email],
  )
  expect(left.rowCount).toBe(1)
  const token = await invitationOf(other)
  const reset = await begin('select from auth_user where email = $1 for update', [agent.email])
  const rejoining = accept(token, agent)
  await untilWaiting()
  await reset.commit()
  expect(await rejoining).toMatchObject({ status: 200 })
})

test('an agent’s second invitation is refused without waiting for a reset that waits for the person', async () => {
  const owner = await service.found()
  const agent = await service.join(owner, 'agent')
  const token = await invitationOf(owner)
  const reset = await begin('select from agent where id = $1 for update', [agent.agentId])
  expect(await accept(token, agent)).toMatchObject({ status: 409, body: { code: 'already_member' } })
  await reset.commit()
})

test('a new user does not take over the account of a former agent whose e-mail address changes at the same moment', async () => {
  const owner = await service.found()
  const agent = await service.join(owner, 'agent')
  await service.pool.query('update agent set removed_at = now() where id = $1', [agent.agentId])
  const path = `/v1/organizations/${owner.organizationId}/invitations`
  const invited = { role: 'agent', email: agent.email }
  const token = tokenOf((await service.call('POST', path, { cookie: owner.cookie, body: invited })).body)
  const change = await begin('select from auth_user where email = $1 for update', [agent.email])
  const body = { token, name: 'Newcomer', password: newPassword }
  const accepting = service.call('POST', '/v1/public/invitations/accept', { body })
  await untilWaiting()
  await change.client.query(`update auth_user set email = 'changed@example.com' where email = $1`, [
    agent.email,
  ])
  await change.commit()
  expect(await accepting).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  const former = { ...agent, email: 'changed@example.com' }
  expect(await signIn(service, former, testPassword)).toMatchObject({ status: 200 })
})

test('a reset succeeds although the sockets of the ended sessions cannot be closed at once', async () => {
  const person = await service.found()
  const handle = openDatabase(service.url)
  const deps = { db: handle.db, clock: Date.now, baseUrl: 'http://localhost:8080', record: async () => {} }
  const link = await createPasswordResets(deps).createFor(person.email, 'command')
  await handle.close()
  const body = { token: tokenOf({ url: link?.url ?? '' }), password: newPassword }
  await service.pool.query('alter table agent rename to unreadable_agent')
  const used = await service.call('POST', '/v1/public/password-resets/use', { body })
  await service.pool.query('alter table unreadable_agent rename to agent')
  expect(used).toMatchObject({ status: 200 })
  expect(await signIn(service, person, newPassword)).toMatchObject({ status: 200 })
})

test('no link is created for an e-mail address that changes at the same moment', async () => {
  const person = await service.found()
  const handle = openDatabase(service.url)
  const resets = createPasswordResets({
    db: handle.db,
    clock: Date.now,
    baseUrl: '',
    record: async () => {},
  })
  const change = await begin('select from auth_user where email = $1 for update', [person.email])
  const creating = resets.createFor(person.email, 'mail')
  await untilWaiting()
  await change.client.query(`update auth_user set email = 'moved@example.com' where email = $1`, [
    person.email,
  ])
  await change.commit()
  expect(await creating).toBeUndefined()
  await handle.close()
})
