import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'

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

const path = (rest = '', member = owner) => `/v1/organizations/${member.organizationId}/providers${rest}`
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', rest: string, body?: object) =>
  service.call(method, path(rest), { cookie: owner.cookie, ...(body && { body }) })
const create = async (name = 'Shop') => (await call('POST', '', { name })).body
const announced = { subject: 'organization', message: { what: 'providers' } }

const appearance = {
  brand_color: '#AABBCC',
  color_scheme: 'dark',
  position: 'left',
  title: ' Help ',
  greeting: 'Hello\nthere',
  language: 'tr',
}

test('a new widget has a name, a default appearance, no origin restriction and an embed snippet', async () => {
  const answer = await call('POST', '', { name: ` ${'n'.repeat(90)} ` })
  const { id } = answer.body
  expect(answer).toMatchObject({
    status: 201,
    body: {
      name: 'n'.repeat(90),
      allowed_origins: [],
      appearance: { title: `${'n'.repeat(59)}…`, color_scheme: 'auto', position: 'right', greeting: null },
      embed_snippet:
        `<script>window.parleyConfig = { providerId: "${id}" }</script>\n` +
        '<script async src="http://localhost:8080/sdk.js"></script>',
    },
  })
  expect((await call('GET', `/${id}`)).body).toEqual(answer.body)
  expect(service.heard).toMatchObject([announced])
})

test('invalid changes are rejected and change nothing', async () => {
  const before = await create()
  const wrong: object[] = [
    { name: '' },
    { name: 'a\u0000b' },
    { id: before.id },
    { secret_key: 'prv_sk_mine' },
    { appearance: { ...appearance, brand_color: 'red' } },
    { appearance: { ...appearance, title: ' ' } },
    { appearance: { ...appearance, greeting: 'x'.repeat(301) } },
    { appearance: { ...appearance, greeting: 'a\u0000b' } },
    { appearance: { ...appearance, greeting: 'half a pair \ud83d' } },
    { appearance: { brand_color: '#aabbcc' } },
    { allowed_origins: 'https://shop.example' },
    { allowed_origins: ['https://shop.example/path'] },
    { allowed_origins: ['http://shop.example'] },
    { allowed_origins: ['https://*.shop.example'] },
    { allowed_origins: ['https://user@shop.example'] },
    { allowed_origins: ['https://shop.example:port'] },
    { allowed_origins: ['javascript:alert(1)'] },
    { allowed_origins: Array.from({ length: 51 }, (_, index) => `https://shop${index}.example`) },
  ]
  for (const body of wrong) {
    expect(await call('PATCH', `/${before.id}`, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  }
  expect((await call('GET', `/${before.id}`)).body).toEqual(before)
})

test('origins are normalized as browsers serialize them, without duplicates', async () => {
  const { id } = await create()
  const answer = await call('PATCH', `/${id}`, {
    allowed_origins: [
      'https://Shop.Example',
      'https://shop.example:443',
      'https://müller.example',
      'https://shop.example:8443',
      'http://localhost:3000',
    ],
  })
  expect(answer.body.allowed_origins).toEqual([
    'https://shop.example',
    'https://xn--mller-kva.example',
    'https://shop.example:8443',
    'http://localhost:3000',
  ])
  expect((await service.providers.findProvider(id))?.allowed_origins).toEqual(answer.body.allowed_origins)
})

test('a change affects only the given fields and is announced; an empty change is not', async () => {
  const before = await create()
  service.heard.length = 0
  const answer = await call('PATCH', `/${before.id}`, { appearance })
  expect(answer.body).toEqual({ ...before, appearance: { ...appearance, title: 'Help' } })
  expect(service.heard).toMatchObject([announced])
  expect((await call('PATCH', `/${before.id}`, {})).body).toEqual(answer.body)
  expect(service.heard).toHaveLength(1)
})

test('the secret key is sealed in the database and only returned by its own route', async () => {
  const { id } = await create()
  const shown = await call('GET', `/${id}/secret`)
  const { secret_key: key } = shown.body
  expect(key).toMatch(/^prv_sk_[\w-]{43}$/)
  expect(shown.headers['cache-control']).toBe('no-store')
  const { rows } = await service.pool.query<{ secret_key: string }>('select * from provider')
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(JSON.stringify(await call('GET', ''))).not.toContain('prv_sk_')
  expect(shown.body.previous).toBeNull()
})

test('a third key is rejected while two are valid', async () => {
  const { id } = await create()
  const { body: second } = await call('POST', `/${id}/secret/regenerate`, {})
  expect(await call('POST', `/${id}/secret/regenerate`, {})).toMatchObject({
    status: 409,
    body: { code: 'secret_key_rotating' },
  })
  expect((await call('GET', `/${id}/secret`)).body).toEqual(second)
})

test('after regenerating, both keys are valid until the old one is retired', async () => {
  const { id } = await create()
  const live = async () =>
    (await service.providers.signingKeys(id)).map(({ key }) => key.export().toString('utf8'))
  const { body: first } = await call('GET', `/${id}/secret`)
  expect(await live()).toEqual([first.secret_key])
  const { body: both } = await call('POST', `/${id}/secret/regenerate`, {})
  expect(both.secret_key).toMatch(/^prv_sk_[\w-]{43}$/)
  expect(both.secret_key).not.toBe(first.secret_key)
  expect(both.previous).toEqual({ secret_key: first.secret_key, created_at: first.created_at })
  expect((await call('GET', `/${id}/secret`)).body).toEqual(both)
  expect(await live()).toEqual([both.secret_key, first.secret_key])
  const { rows } = await service.pool.query<object>('select * from provider where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain('prv_sk_')

  service.heard.length = 0
  const retired = await call('POST', `/${id}/secret/retire`, {})
  expect(retired.headers['cache-control']).toBe('no-store')
  expect(retired.body).toEqual({ ...both, previous: null })
  expect(await live()).toEqual([both.secret_key])
  expect(service.heard).toMatchObject([announced])
})

test('only the key that the admin saw is retired, not one that became the old one meanwhile', async () => {
  const { id } = await create()
  const retire = (created_at: unknown) => call('POST', `/${id}/secret/retire`, { created_at })
  const rotate = async () => {
    // Keys are told apart by the millisecond in which they were made.
    service.advance(1000)
    return (await call('POST', `/${id}/secret/regenerate`, {})).body
  }
  const second = await rotate()
  const seen = second.previous.created_at
  expect((await retire(seen)).body).toEqual({ ...second, previous: null })
  const third = await rotate()

  service.heard.length = 0
  expect((await retire(seen)).body).toEqual(third)
  expect((await call('GET', `/${id}/secret`)).body).toEqual(third)
  expect(service.heard).toEqual([])
  expect((await retire('2026-99-01T00:00:00.000+00:00')).body).toEqual(third)
  expect((await retire('yesterday')).status).toBe(400)
  expect((await retire(third.previous.created_at)).body).toEqual({ ...third, previous: null })
})

test('a sealed key copied to another row cannot be opened', async () => {
  const [one, other] = [await create(), await create()]
  await service.pool.query(
    'update provider set secret_key = (select secret_key from provider where id = $1) where id = $2',
    [one.id, other.id],
  )
  expect(await call('GET', `/${other.id}/secret`)).toMatchObject({
    status: 409,
    body: { code: 'secret_key_unreadable' },
  })
})

test('of two keys made at the same time, one is refused', async () => {
  const { id } = await create()
  const made = await Promise.all([1, 2].map(() => call('POST', `/${id}/secret/regenerate`, {})))
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a deleted widget is not found by any route', async () => {
  const { id } = await create()
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 204, body: null })
  const gone = { status: 404, body: { code: 'not_found' } }
  expect(await call('GET', `/${id}`)).toMatchObject(gone)
  expect(await call('PATCH', `/${id}`, { name: 'Back' })).toMatchObject(gone)
  expect(await call('DELETE', `/${id}`)).toMatchObject(gone)
  expect(await call('GET', `/${id}/secret`)).toMatchObject(gone)
  expect(await call('POST', `/${id}/secret/regenerate`, {})).toMatchObject(gone)
  expect(await call('POST', `/${id}/secret/retire`, {})).toMatchObject(gone)
  expect(await service.providers.signingKeys(id)).toEqual([])
  expect(await service.providers.findProvider(id)).toBeUndefined()
  const { data } = (await call('GET', '?max=100')).body
  expect(data.map((provider: { id: string }) => provider.id)).not.toContain(id)
})

test('the list is paged, oldest first', async () => {
  const other = await service.found('Globex')
  const known = await service.call('GET', path('', other), { cookie: other.cookie })
  // Setup created the first one.
  const made: string[] = [known.body.data[0].id]
  for (const name of ['A', 'B']) {
    const { body } = await service.call('POST', path('', other), { cookie: other.cookie, body: { name } })
    made.push(body.id)
  }
  const page = async (query: string) =>
    (await service.call('GET', path(query, other), { cookie: other.cookie })).body
  const first = await page('?max=2')
  const second = await page(`?max=2&cursor=${first.pager.next}`)
  expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(made)
  expect(second.pager).toEqual({ max: 2, next: null, sort: 'ASC' })
  expect(await service.call('GET', path('?cursor=x', other), { cookie: other.cookie })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
})

test('a cached provider reflects a change by its own process at once, and a missed one after 30 s', async () => {
  const other = await startPanelService({ url: service.url })
  try {
    const { id } = await create('Before')
    expect((await service.providers.findProvider(id))?.name).toBe('Before')
    expect((await other.providers.findProvider(id))?.name).toBe('Before')
    await call('PATCH', `/${id}`, { name: 'After' })
    expect((await service.providers.findProvider(id))?.name).toBe('After')
    expect((await other.providers.findProvider(id))?.name).toBe('Before')
    other.advance(30_000)
    expect((await other.providers.findProvider(id))?.name).toBe('After')
  } finally {
    await other.close()
  }
})
