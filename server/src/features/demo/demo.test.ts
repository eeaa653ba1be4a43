import { mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { createHttp } from '../../core/http.ts'
import { createLogger } from '../../core/logger.ts'
import { startPanelService, type PanelService } from '../../testing/panel-service.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { demoRoutes } from './demo-routes.ts'
import { sessionCookie, shopMembers } from './shop-members.ts'
import { ensureDemo } from './demo.ts'

let database: TestDatabase
let dataDir: string
const running: PanelService[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-demo-'))
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.close()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

async function start(variables: Record<string, string> = {}): Promise<PanelService> {
  const environment = { PARLEY_DEMO: '1', PARLEY_SIGNUP: 'closed', PARLEY_DATA_DIR: dataDir, ...variables }
  const service = await startPanelService({ environment, url: database.url })
  running.push(service)
  return service
}
const signIn = (service: PanelService, email: string, password: string) =>
  service.call('POST', '/v1/auth/sign-in/email', { body: { email, password } })
const file = () => path.join(dataDir, 'demo.json')

test('the first start creates an organization with an owner, a colleague and a widget', async () => {
  const service = await start()
  const { demo } = service
  expect(demo?.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const owner = await signIn(service, 'demo@example.com', demo?.password ?? '')
  expect(owner.status).toBe(200)
  const me = await service.call('GET', '/v1/me', { cookie: owner.cookies[0] })
  expect(me.body.memberships).toMatchObject([
    { role: 'owner', organization: { id: demo?.organizationId, name: 'Demo Shop' } },
  ])
  expect(me.body.demo_shop).toBe(true)
  const colleague = await signIn(service, 'colleague@example.com', demo?.password ?? '')
  const { body } = await service.call('GET', '/v1/me', { cookie: colleague.cookies[0] })
  expect(body.memberships).toMatchObject([{ role: 'agent', organization: { id: demo?.organizationId } }])
  const settings = await service.call('GET', `/v1/public/providers/${demo?.providerId}/widget`)
  expect(settings).toMatchObject({ status: 200 })
  expect((await service.call('GET', '/v1/public/setup')).body).toMatchObject({ needed: false })
})

test('the password is stored in a file readable only by its owner', async () => {
  const { demo } = await start()
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
    email: 'demo@example.com',
    colleague: 'colleague@example.com',
    password: demo?.password,
  })
})

test('later starts find the same demo, including concurrent ones', async () => {
  const first = await start()
  const [second, third] = await Promise.all([start(), start()])
  expect(second.demo).toEqual(first.demo)
  expect(third.demo).toEqual(first.demo)
  const { rows } = await first.pool.query(
    `select (select count(*)::int from organization) as organizations, (select count(*)::int from agent) as agents,
       (select count(*)::int from provider) as providers`,
  )
  expect(rows).toEqual([{ organizations: 1, agents: 2, providers: 1 }])
})

test('concurrent first starts create one demo', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect(one.demo).toEqual(other.demo)
  expect(one.demo?.password).not.toBeNull()
})

test('a password changed in the panel is no longer reported', async () => {
  const service = await start()
  const { cookies } = await signIn(service, 'demo@example.com', service.demo?.password ?? '')
  await service.call('POST', '/v1/auth/change-password', {
    cookie: cookies[0],
    body: { currentPassword: service.demo?.password, newPassword: 'a password of my own' },
  })
  const again = await start()
  expect(again.demo).toEqual({ ...service.demo, password: null })
  expect(await signIn(again, 'demo@example.com', 'a password of my own')).toMatchObject({ status: 200 })
})

test('a missing file results in a new password, and a deleted widget in a new one', async () => {
  const service = await start()
  const { organizationId, providerId, password } = service.demo ?? {}
  const { cookies } = await signIn(service, 'demo@example.com', password ?? '')
  await service.call('DELETE', `/v1/organizations/${organizationId}/providers/${providerId}`, {
    cookie: cookies[0],
  })
  await unlink(file())
  const again = await start()
  expect(again.demo?.organizationId).toBe(organizationId)
  expect(again.demo?.providerId).not.toBe(providerId)
  expect(again.demo?.password).not.toBe(password)
  expect(await signIn(again, 'colleague@example.com', again.demo?.password ?? '')).toMatchObject({
    status: 200,
  })
})

test('a new password that was not set because the start failed is set by the next start', async () => {
  const service = await start()
  await unlink(file())
  const { organizationId = '', providerId = '' } = service.demo ?? {}
  const handle = openDatabase(database.url)
  const interrupted = ensureDemo({
    db: handle.db,
    dataDir,
    organizations: {
      findDemo: async () => ({ id: organizationId }),
      isEmpty: async () => false,
      create: async () => expect.unreachable(),
    },
    team: {
      lockFounding: async () => {},
      enrol: async () => expect.unreachable(),
      setPassword: () => Promise.reject(new Error('The database has stopped')),
      verifyPassword: async () => expect.unreachable(),
    },
    providers: { list: async () => [{ id: providerId }], create: async () => expect.unreachable() },
  })
  await expect(interrupted).rejects.toThrow('The database has stopped')
  await handle.close()
  const { demo } = await start()
  expect(demo?.password).toBe((JSON.parse(await readFile(file(), 'utf8')) as { password: string }).password)
  expect(await signIn(service, 'colleague@example.com', demo?.password ?? '')).toMatchObject({ status: 200 })
  // The next start has nothing left to set.
  expect((await start()).demo).toEqual(demo)
})

test('a demo that was turned off prevents the first setup, which is reported until there is another organization', async () => {
  const empty = await start({ PARLEY_DEMO: '0' })
  expect(await empty.demoPreventsSetup()).toBe(false)
  const shown = await start()
  expect(await shown.demoPreventsSetup()).toBe(false)
  const hidden = await start({ PARLEY_DEMO: '0' })
  expect(await hidden.demoPreventsSetup()).toBe(true)
  expect((await hidden.call('GET', '/v1/public/setup')).body).toMatchObject({ needed: false })
  const open = await start({ PARLEY_DEMO: '0', PARLEY_SIGNUP: 'open' })
  expect(await open.demoPreventsSetup()).toBe(false)
  await open.found()
  expect(await hidden.demoPreventsSetup()).toBe(false)
})

test('a database with another organization gets no demo, and one that has the demo keeps it', async () => {
  const own = await start({ PARLEY_DEMO: '0', PARLEY_SIGNUP: 'open' })
  await own.found()
  const restored = await start()
  expect(restored.demo).toBeNull()
  expect((await restored.call('GET', '/shop/')).status).toBe(404)
  await expect(stat(file())).rejects.toThrow('ENOENT')
  const { rows } = await own.pool.query('select count(*)::int as organizations from organization')
  expect(rows).toEqual([{ organizations: 1 }])
  await own.pool.query('update organization set is_demo = true')
  await own.found()
  expect((await start()).demo).toMatchObject({ email: 'demo@example.com' })
})

test('a damaged file is reported with a remedy before anything is created', async () => {
  await writeFile(file(), '{"password": 7')
  const handle = openDatabase(database.url)
  const unreached = async () => expect.unreachable()
  const made = ensureDemo({
    db: handle.db,
    dataDir,
    organizations: { findDemo: async () => undefined, isEmpty: async () => true, create: unreached },
    team: {
      lockFounding: async () => {},
      enrol: unreached,
      setPassword: unreached,
      verifyPassword: unreached,
    },
    providers: { list: unreached, create: unreached },
  })
  await expect(made).rejects.toThrow(/demo\.json is damaged\. Delete it/)
  await handle.close()
})

const jkt = 'x'.repeat(43)

test('the chat token identifies the shop’s signed-in member, and is null without one', async () => {
  const service = await start()
  const ask = async (cookie?: string) =>
    (await service.call('POST', '/shop/chat-token', { cookie, body: { jkt } })).body as { token: string }
  expect(await ask()).toEqual({ token: null })
  const signIn = (member: string) => service.call('POST', '/shop/session', { body: { member } })
  expect((await signIn('nobody')).status).toBe(404)
  const { cookies } = await signIn('kiln-1001')
  const cookie = cookies[0] ?? ''
  const { token } = await ask(cookie)
  const [, payload = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    pid: service.demo?.providerId,
    uid: 'kiln-1001',
    type: 'user',
    cnf: { jkt },
    name: 'Mira Lindgren',
  })
  expect((await service.call('GET', '/shop/session', { cookie })).body).toMatchObject({
    member: { name: 'Mira Lindgren' },
  })
  expect(await ask(cookie.replace('kiln-1001', 'kiln-1002'))).toEqual({ token: null })
  const left = await service.call('DELETE', '/shop/session', { cookie })
  expect(left.cookies[0]).toMatch(/^kiln_session=(;|$)/)
})

test.each([{}, { jkt: 'short' }, { jkt, more: 1 }])(
  'the shop rejects a token request with %j',
  async (body) => {
    const service = await start()
    expect((await service.call('POST', '/shop/chat-token', { body })).status).toBe(400)
  },
)

let shop: string
beforeAll(async () => {
  shop = await mkdtemp(path.join(tmpdir(), 'parley-shop-'))
  await writeFile(
    path.join(shop, 'index.html'),
    '<script>id("{{PROVIDER_ID}}"), id("{{PROVIDER_ID}}"), user("{{USER}}")</script>',
  )
  await writeFile(path.join(shop, 'cart.html'), 'cart {{PROVIDER_ID}}')
  await writeFile(path.join(shop, 'shop.css'), 'body {}')
})
afterAll(() => rm(shop, { recursive: true }))

test('the shop fills provider id and signed-in member into its pages and serves nothing outside its directory', async () => {
  const http = createHttp({ logger: createLogger('silent'), trustProxy: false })
  demoRoutes(http, {
    providerId: 'the-provider',
    directory: shop,
    clock: () => 0,
    secretKey: async () => 'key',
  })
  const get = (url: string) => http.inject({ method: 'GET', url })
  expect(await get('/shop')).toMatchObject({ statusCode: 308, headers: { location: '/shop/' } })
  const index = await get('/shop/')
  expect(index.body).toBe('<script>id("the-provider"), id("the-provider"), user("")</script>')
  expect(index.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
  })
  const [mira] = shopMembers
  const cookie = sessionCookie(mira, 'key', false)
  expect((await http.inject({ method: 'GET', url: '/shop/', headers: { cookie } })).body).toContain(
    `user("${mira.id}")`,
  )
  expect((await get('/shop/index.html')).body).toBe(index.body)
  expect((await get('/shop/cart.html')).body).toBe('cart the-provider')
  expect(await get('/shop/shop.css')).toMatchObject({ statusCode: 200, body: 'body {}' })
  const nowhere = [
    'none.html',
    'none.css',
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/x.html',
    'CART.HTML',
  ]
  for (const path of nowhere) expect((await get(`/shop/${path}`)).statusCode, path).toBe(404)
  await http.close()
})
