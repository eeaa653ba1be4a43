import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
let providerId: string
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found('Acme')
  providerId = (await change('POST', '', { name: 'Shop' })).body.id
})
afterAll(() => service.close())

const change = (method: 'POST' | 'PATCH' | 'DELETE', rest: string, body?: object) =>
  service.call(method, `/v1/organizations/${owner.organizationId}/providers${rest}`, {
    cookie: owner.cookie,
    ...(body && { body }),
  })
const settings = (id: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/v1/public/providers/${id}/widget`, { origin: 'https://shop.example', headers })

test('an unknown, malformed or deleted id gets provider_unknown, which any page may read', async () => {
  const { id: deleted } = (await change('POST', '', { name: 'Old' })).body
  expect(await settings(deleted)).toMatchObject({ status: 200 })
  await change('DELETE', `/${deleted}`)
  for (const id of [newId(), deleted, 'x', '%00', `'--`, 'A'.repeat(250), providerId.toUpperCase()]) {
    const answer = await settings(id)
    expect(answer, id).toMatchObject({ status: 404, body: { code: 'provider_unknown' } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['cache-control']).toBeUndefined()
  }
})

test('a provider of a channel that cannot be embedded gets provider_unknown', async () => {
  const { id } = (await change('POST', '', { name: 'Bot' })).body
  // A channel of a later version: this one only supports the widget.
  await service.pool.query('alter table provider drop constraint provider_channel_check')
  await service.pool.query("update provider set channel = 'telegram' where id = $1", [id])
  expect(await settings(id)).toMatchObject({ status: 404, body: { code: 'provider_unknown' } })
  expect(await service.providers.findProvider(id)).toBeUndefined()
  await service.pool.query('delete from provider where id = $1', [id])
  expect(await settings(providerId)).toMatchObject({ status: 200 })
})

test('any page can read the settings, which contain no cookie and no private fields', async () => {
  const answer = await settings(providerId)
  expect(answer.body).toEqual({
    id: providerId,
    appearance: expect.objectContaining({ title: 'Shop' }),
    colors: {
      both: expect.objectContaining({ on_brand: '#fff' }),
      light: expect.objectContaining({ brand_edge: 'transparent' }),
      dark: expect.objectContaining({ brand_edge: 'transparent' }),
    },
    logins: [],
    media: { max_bytes: 1000, accept: ['image/png'] },
  })
  expect(answer.cookies).toEqual([])
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=60',
  })
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
})

test('If-None-Match returns 304 until the settings change', async () => {
  const { etag } = (await settings(providerId)).headers
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  for (const known of [`${etag}`, `W/${etag}`, `"other", ${etag}`]) {
    expect(await settings(providerId, { 'if-none-match': known })).toMatchObject({ status: 304, body: null })
  }
  expect(await settings(providerId, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
  const { appearance } = (await settings(providerId)).body
  await change('PATCH', `/${providerId}`, { appearance: { ...appearance, position: 'left' } })
  const changed = await settings(providerId, { 'if-none-match': `${etag}` })
  expect(changed).toMatchObject({ status: 200, body: { appearance: { position: 'left' } } })
})

test('a change in one organization leaves the cached settings of others, and replaces its own at once', async () => {
  const other = await service.found('Quiet')
  const { id } = (
    await service.call('POST', `/v1/organizations/${other.organizationId}/providers`, {
      cookie: other.cookie,
      body: { name: 'Untouched' },
    })
  ).body
  await settings(id)
  await settings(providerId)
  // Behind the back of the cache, to see whether it is read again.
  await service.pool.query(
    `update provider set appearance = jsonb_set(appearance, '{title}', '"Changed"') where id = any($1)`,
    [[id, providerId]],
  )
  const { body: before } = await settings(providerId)
  await change('PATCH', `/${providerId}`, { name: 'Shop' })
  expect(before.appearance.title).not.toBe('Changed')
  expect((await settings(providerId)).body.appearance.title).toBe('Changed')
  expect((await settings(id)).body.appearance.title).toBe('Untouched')
})
