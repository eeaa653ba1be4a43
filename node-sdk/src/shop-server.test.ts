import { verifyToken } from '@parley/server/features/identity/socket-token'
import { spawn, type ChildProcess } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '@parley/server/core/free-port'

/** examples/shop/server.js: the standalone shop, whose token endpoint uses this SDK. */

const program = path.join(import.meta.dirname, '../../examples/shop/server.js')
const secretKey = `prv_sk_${Buffer.alloc(32, 7).toString('base64url')}`
const providerId = '01890000-0000-7000-8000-000000000001'
const jkt = Buffer.alloc(32, 3).toString('base64url')
const settings = {
  PARLEY_URL: 'https://support.example.com/',
  PARLEY_PROVIDER_ID: providerId,
  PARLEY_SECRET_KEY: secretKey,
}

async function startShop(env: Partial<typeof settings> = {}): Promise<{ shop: ChildProcess; base: string }> {
  const port = await freePort(0)
  const shop = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(shop.stdout), 'line')
  return { shop, base: `http://127.0.0.1:${port}/shop/` }
}

async function stopShop(shop: ChildProcess): Promise<void> {
  shop.kill()
  await once(shop, 'exit')
}

let shop: ChildProcess
let base: string
beforeAll(async () => {
  ;({ shop, base } = await startShop())
})
afterAll(() => stopShop(shop))

const ask = (name: string, method: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${base}${name}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
const tokenFor = async (cookie: string) =>
  (await ask('chat-token', 'POST', { jkt }, { cookie })).json() as Promise<{ token: string | null }>

test('reports missing settings at start', async () => {
  const lost = spawn(process.execPath, [program], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
  const [line] = (await once(createInterface(lost.stderr), 'line')) as [string]
  expect(line).toMatch(/Set PARLEY_URL, PARLEY_PROVIDER_ID and PARLEY_SECRET_KEY/)
})

test('nobody is signed in by default, with a forged cookie, as an unknown member, or from a form', async () => {
  for (const cookie of ['', 'kiln_session=x', 'kiln_session=kiln-1001'])
    expect(await tokenFor(cookie)).toEqual({ token: null })
  expect((await ask('session', 'POST', { member: 'nobody' })).status).toBe(404)
  const form = await fetch(`${base}session`, {
    method: 'POST',
    body: new URLSearchParams({ member: 'kiln-1001' }),
  })
  expect(form.status).toBe(405)
  expect(form.headers.get('set-cookie')).toBeNull()
})

test('the service accepts a member’s token, and there is none after the sign-out', async () => {
  const signedIn = await ask('session', 'POST', { member: 'kiln-1001' })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { token } = await tokenFor(cookie)
  const verdict = verifyToken(token ?? '', {
    providerId,
    keys: [{ name: 'live', key: createSecretKey(Buffer.from(secretKey)) }],
    jkt,
    now: Date.now(),
  })
  expect(verdict).toMatchObject({
    ok: true,
    member: { uid: 'kiln-1001', profile: { name: 'Mira Lindgren', language: 'en', ignored: [] } },
  })
  await ask('session', 'DELETE', undefined, { cookie })
  expect(await tokenFor(cookie)).toEqual({ token: null })
})

test('its pages embed the widget, and no other files of the folder are served', async () => {
  const page = await (await ask('', 'GET')).text()
  expect(page).toContain('src="https://support.example.com/sdk.js"')
  expect(page).toContain(`data-provider-id="${providerId}"`)
  expect((await ask('shop.css', 'GET')).headers.get('content-type')).toMatch(/^text\/css/)
  for (const name of ['server.js', 'README.md', '..%2fpackage.json', 'none.html'])
    expect([name, (await ask(name, 'GET')).status]).toEqual([name, 404])
})

test('what the server writes into a page is escaped', async () => {
  // The user's id is written by the same function, but the members of the shop have plain ids.
  const other = await startShop({ PARLEY_PROVIDER_ID: `a"<b>'$&&quot;` })
  const page = await (await fetch(other.base)).text()
  await stopShop(other.shop)
  expect(/data-provider-id="([^"]*)"/.exec(page)?.[1]).toBe('a&quot;&lt;b>&#39;$&amp;&amp;quot;')
  expect(page).toContain('data-user=""')
})
