import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createSignedLinks } from '../../core/signed-links.ts'
import { links, numbered, pathOf, setUpPages, type PageSetup } from '../../testing/messages-page-setup.ts'

const day = 24 * 3600

let setup: PageSetup
let database: pg.Client
beforeAll(async () => {
  setup = await setUpPages()
  database = new pg.Client({ connectionString: setup.service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await setup.close()
})

describe('without the exact signed link', () => {
  test('access is refused: changed, moved to another path, extended, cut, duplicated', async () => {
    const { id } = await setup.closedConversation('Secret')
    const other = await setup.closedConversation('Other')
    const link = setup.linkOf(id)
    const { searchParams } = new URL(link, setup.service.address)
    const [hash, expiration] = [searchParams.get('_hash') ?? '', searchParams.get('_expiration') ?? '']
    for (const url of [
      pathOf(id),
      `${pathOf(id)}?_expiration=${expiration}`,
      `${pathOf(id)}?_hash=${hash}`,
      `${pathOf(id)}?_expiration=${Number(expiration) + 1}&_hash=${hash}`,
      `${pathOf(id)}?_expiration=0${expiration}&_hash=${hash}`,
      `${pathOf(id)}?_expiration=99999999999999&_hash=${hash}`,
      `${pathOf(id)}?_expiration=${expiration}&_hash=${hash.slice(0, -1)}`,
      `${pathOf(id)}?_expiration=${expiration}&_hash=`,
      `${pathOf(other.id)}?_expiration=${expiration}&_hash=${hash}`,
      `${pathOf(newId())}?_expiration=${expiration}&_hash=${hash}`,
      link.replace(
        hash,
        createSignedLinks(createSecrets('of another installation'))
          .sign(pathOf(id), Number(expiration))
          .slice(-hash.length),
      ),
    ]) {
      expect([url, await setup.refusal(url)]).toEqual([url, '403 link_invalid'])
    }
    expect(await setup.refusal(pathOf(id), { cookie: setup.shop.cookie })).toBe('403 link_invalid')
    expect(await setup.refusal(`${link}&_hash=${hash}`)).toBe('400 invalid_request')
    expect(await setup.refusal(link.replace(id, id.toUpperCase()))).toBe('400 invalid_request')
  })

  test('a media link gives no access to messages', async () => {
    const { id } = await setup.closedConversation('Secret')
    const signed = links.sign(`/v1/public/media/${id}/messages`, Math.floor(setup.now() / 1000) + day)
    expect(await setup.refusal(signed.replace(/^[^?]+/, pathOf(id)))).toBe('403 link_invalid')
  })

  test('the link expires 24 hours after the delivery, and no response is cacheable', async () => {
    const { id } = await setup.closedConversation('Secret')
    const link = setup.linkOf(id)
    setup.advance(day * 1000 - 1000)
    expect((await setup.get(link)).statusCode).toBe(200)
    setup.advance(1000)
    expect(await setup.refusal(link)).toBe('410 link_expired')
    for (const url of [link, setup.linkOf(id), pathOf(id), setup.linkOf(newId())])
      expect((await setup.get(url)).headers['cache-control']).toBe('no-store')
  })
})

test('requests are limited per conversation, and invalid links do not count', async () => {
  const { id } = await setup.closedConversation('Hello')
  const other = await setup.closedConversation('Hello')
  const link = setup.linkOf(id)
  for (let wrong = 0; wrong < 200; wrong++) await setup.get(`${pathOf(id)}?_expiration=1&_hash=x`)
  let pages = 0
  while ((await setup.get(link)).statusCode === 200 && pages < 200) pages += 1
  expect(pages).toBe(100)
  // A later link of the same conversation is no way round.
  const refused = await setup.get(links.sign(pathOf(id), Math.floor(setup.now() / 1000) + day - 1))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect((await setup.get(setup.linkOf(other.id))).statusCode).toBe(200)
  setup.advance(1000)
  expect((await setup.get(link)).statusCode).toBe(200)
})

test('an invalid order, size or parameter is refused', async () => {
  const { id } = await setup.closedConversation('Hello')
  for (const query of [
    'sort=asc',
    'sort=',
    'sort=ASC&sort=DESC',
    'max=0',
    'max=101',
    'max=-1',
    'max=1e1000',
    'max=x',
    'max=1&max=2',
    'page=2',
  ]) {
    expect([query, await setup.refusal(`${setup.linkOf(id)}&${query}`)]).toEqual([
      query,
      '400 invalid_request',
    ])
  }
})

test('an invalid cursor is refused', async () => {
  const { id } = await setup.closedConversation(...numbered(3))
  const { next } = (await setup.page(`${setup.linkOf(id)}&max=1&sort=ASC`)).pager
  const made = (text: string) => Buffer.from(text).toString('base64url')
  expect(Buffer.from(next ?? '', 'base64url').toString()).toMatch(/^ASC 1 \d+$/)
  for (const cursor of [
    '',
    'x',
    '%00',
    '%F0%9F%98%80',
    `${next}=`,
    `${next}%20`,
    `${next},${next}`,
    made('ASC 1'),
    made('ASC 1 '),
    made('ASC 1 -1'),
    made('ASC 1 1.5'),
    made('ASC 1 01'),
    made('ASC 0 1'),
    made('ASC 101 1'),
    made('ASC 1 9999999999999999'),
    made("ASC 1 1' or true --"),
    made('asc 1 1'),
    made('ASC 1 1\n'),
    'A'.repeat(201),
  ]) {
    expect([cursor, await setup.refusal(`${setup.linkOf(id)}&cursor=${cursor}`)]).toEqual([
      cursor,
      '400 invalid_request',
    ])
  }
  expect(await setup.refusal(`${setup.linkOf(id)}&sort=DESC&cursor=${next}`)).toBe('400 invalid_request')
  // A place beyond the end is a place: nothing stands behind it.
  expect(await setup.page(`${setup.linkOf(id)}&cursor=${made('ASC 1 999999999999999')}`)).toMatchObject({
    data: [],
  })
})

test('a conversation that was deleted is not found', async () => {
  const { id } = await setup.closedConversation('Hello')
  await database.query('delete from conversation where id = $1', [id])
  expect(await setup.refusal(setup.linkOf(id))).toBe('404 not_found')
})
