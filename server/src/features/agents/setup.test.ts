import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { systemClock } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createOrganizations } from '../organizations/organizations.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createSetup } from './setup.ts'
import { setupToken } from './setup-token.ts'
import { startPanelService, testPassword, type PanelService } from '../../testing/panel-service.ts'

let service: PanelService
beforeAll(async () => {
  service = await startPanelService({ environment: { PARLEY_SIGNUP: 'closed' } })
})
afterAll(() => service.close())

const problem = (code: string) => expect.objectContaining({ code })
const input = { organization: 'Acme', name: 'Ada', email: 'ada@example.com', password: testPassword }
const setUp = (body: object, ip = '192.0.2.1') => service.call('POST', '/v1/public/setup', { body, ip })
const state = async () => (await service.call('GET', '/v1/public/setup')).body

test('a new installation reports that it needs its first organization', async () => {
  expect(await state()).toEqual({ needed: true, signup: 'closed', token_required: false, mail: false })
})

test('setup with missing, mistyped, oversized or invalid input is rejected and creates nothing', async () => {
  const wrong: object[] = [
    {},
    [],
    { ...input, organization: undefined },
    { ...input, organization: '   ' },
    { ...input, organization: 'x'.repeat(101) },
    { ...input, name: 7 },
    { ...input, email: 'not an address' },
    { ...input, email: 'ada@localhost' },
    { ...input, email: `${'a'.repeat(250)}@example.com` },
    { ...input, password: 'x'.repeat(201) },
    { ...input, role: 'owner' },
    { ...input, name: 'zero\u0000' },
    { ...input, organization: 'zero\u0000' },
  ]
  for (const body of wrong) {
    expect(await setUp(body)).toMatchObject({ status: 400, body: problem('invalid_request'), cookies: [] })
  }
  expect(await setUp({ ...input, password: '123456789' })).toMatchObject({
    status: 422,
    body: problem('password_weak'),
  })
  expect(await state()).toMatchObject({ needed: true })
})

test('a page of another origin cannot run the setup', async () => {
  const answer = await service.call('POST', '/v1/public/setup', {
    body: input,
    origin: 'https://evil.example',
  })
  expect(answer).toMatchObject({ status: 403, body: problem('forbidden') })
})

test('one of several concurrent first setups succeeds and is signed in, the others get setup_done', async () => {
  const answers = await Promise.all(
    ['ada', 'bob', 'cy'].map((name) => setUp({ ...input, name, email: `${name}@example.com` })),
  )
  const [winner, ...more] = answers.filter(({ status }) => status === 201)
  expect(more).toEqual([])
  for (const answer of answers) {
    if (answer !== winner)
      expect(answer).toMatchObject({ status: 409, body: problem('setup_done'), cookies: [] })
  }
  expect(winner?.body).toMatchObject({ memberships: [{ role: 'owner', organization: { name: 'Acme' } }] })
  const me = await service.call('GET', '/v1/me', { cookie: winner?.cookies[0] })
  expect(me.body).toEqual(winner?.body)
  expect(await state()).toEqual({ needed: false, signup: 'closed', token_required: false, mail: false })
  const { rows } = await service.pool.query('select count(*)::int as people from auth_user')
  expect(rows).toEqual([{ people: 1 }])
})

test('setup creates the first widget, named after the organization', async () => {
  // The one whose setup succeeded above.
  const { rows } = await service.pool.query<{ email: string }>('select email from auth_user')
  const owner = await service.call('POST', '/v1/auth/sign-in/email', {
    body: { email: rows[0]?.email, password: testPassword },
  })
  const list = async (cookie: string | undefined) => {
    const me = await service.call('GET', '/v1/me', { cookie })
    const { id } = me.body.memberships[0].organization
    return service.call('GET', `/v1/organizations/${id}/providers`, { cookie })
  }
  const widgets = await list(owner.cookies[0])
  expect(widgets.body.data).toMatchObject([{ name: 'Acme', appearance: { title: 'Acme' } }])
})

test('the check and the creation are atomic under concurrency', async () => {
  const database = await createTestDatabase()
  const handle = openDatabase(database.url)
  const deps = { db: handle.db, clock: systemClock, bus: createLocalBus(() => {}) }
  const setup = createSetup({
    ...deps,
    signup: 'closed',
    organizations: createOrganizations(deps),
    providers: { create: async () => null },
    token: null,
    hasMail: false,
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      setup.found({ ...input, email: `person${index}@example.com`, passwordHash: 'x' }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'setup_done' })
  }
  await handle.close()
  await database.drop()
})

test('with closed sign-up, further setups are rejected before hashing and rate limiting', async () => {
  for (let index = 0; index < 40; index += 1) {
    expect(await setUp({ ...input, email: 'late@example.com' }, '192.0.2.9')).toMatchObject({
      status: 409,
      body: problem('setup_done'),
    })
  }
})

let open: PanelService | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

test('with open sign-up, each setup creates an organization, and an email belongs to one user', async () => {
  open = await startPanelService({ environment: { PARLEY_SIGNUP: 'open' } })
  const [acme, globex] = [await open.found('Acme'), await open.found('Globex')]
  expect(acme.organizationId).not.toBe(globex.organizationId)
  const answer = await open.call('POST', '/v1/public/setup', {
    body: { ...input, organization: 'Third', email: acme.email.toUpperCase() },
  })
  expect(answer).toMatchObject({ status: 409, body: problem('email_taken'), cookies: [] })
  const { rows } = await open.pool.query('select name from organization order by created_at')
  expect(rows).toEqual([{ name: 'Acme' }, { name: 'Globex' }])
  expect((await open.call('GET', '/v1/public/setup')).body).toEqual({
    needed: false,
    signup: 'open',
    token_required: false,
    mail: false,
  })
})

test('open sign-ups are limited per address', async () => {
  open = await startPanelService()
  for (let index = 0; index < 30; index += 1) {
    const answer = await open.call('POST', '/v1/public/setup', { body: { ...input, password: 'short' } })
    expect(answer).toMatchObject({ status: 422 })
  }
  expect(await open.call('POST', '/v1/public/setup', { body: input })).toMatchObject({ status: 429 })
})

test('every email accepted by setup is also accepted by sign-in', async () => {
  open = await startPanelService()
  const emails = [
    "o'brien@example.com",
    'First.Last+tag@sub.example-1.com',
    '1@2.example',
    '.dot@example.com',
    'dot.@example.com',
    'two..dots@example.com',
    '"quoted"@example.com',
    'ünï@example.com',
    'a@-example.com',
    'a@example.c',
    'a@example.123',
    'a@[192.0.2.1]',
  ]
  const accepted: string[] = []
  for (const [index, email] of emails.entries()) {
    const ip = `198.51.100.${index}`
    const made = await open.call('POST', '/v1/public/setup', { body: { ...input, email }, ip })
    expect([201, 400]).toContain(made.status)
    if (made.status === 400) continue
    accepted.push(email)
    expect(
      await open.call('POST', '/v1/auth/sign-in/email', { body: { email, password: testPassword }, ip }),
    ).toMatchObject({ status: 200, body: { user: { email: email.toLowerCase() } } })
  }
  expect(accepted).toEqual(emails.slice(0, 3))
})

const publicUrl = { PARLEY_SIGNUP: 'closed', PARLEY_BASE_URL: 'https://support.example.com' }

test('the first setup of a public installation requires the token printed at startup', async () => {
  open = await startPanelService({ environment: publicUrl })
  const link = (await open.agents.setupLink()) ?? ''
  const token = /^https:\/\/support\.example\.com\/panel\/setup#([\w-]{43})$/.exec(link)?.[1]
  expect(token).toBeDefined()
  expect((await open.call('GET', '/v1/public/setup')).body).toMatchObject({
    needed: true,
    token_required: true,
  })
  for (const wrong of [{}, { token: '' }, { token: 'x'.repeat(43) }]) {
    expect(await open.call('POST', '/v1/public/setup', { body: { ...input, ...wrong } })).toMatchObject({
      status: 403,
      body: problem('setup_token_invalid'),
      cookies: [],
    })
  }
  const other = await startPanelService({ environment: publicUrl, url: open.url })
  expect(await other.agents.setupLink()).toBe(link)
  await other.close()
  expect(await open.call('POST', '/v1/public/setup', { body: { ...input, token } })).toMatchObject({
    status: 201,
  })
  expect(await open.agents.setupLink()).toBeNull()
  expect((await open.call('GET', '/v1/public/setup')).body).toMatchObject({
    needed: false,
    token_required: false,
  })
})

test.each([
  ['http://localhost:8080', '127.0.0.1', 'closed', false],
  ['http://[::1]:8080', '::1', 'closed', false],
  ['http://localhost:8080', '0.0.0.0', 'closed', true],
  ['https://support.example.com', '127.0.0.1', 'closed', true],
  ['https://support.example.com', '0.0.0.0', 'open', false],
] as const)('setup of %s on %s with sign-up %s requires a token: %s', (baseUrl, host, signup, isNeeded) => {
  const token = setupToken({ baseUrl, host, signup }, createSecrets('a secret of this installation'))
  expect(token !== null).toBe(isNeeded)
})
