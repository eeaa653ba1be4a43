import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { anywhere } from './word-search.ts'

const message = `Hello! Order ORD-12345 of 2026-11-26 (12.50€, invoice_2026.pdf) for mira@example.com: ¿Dónde está?
  “Broken”… l’adresse <b>R&D</b> https://shop.example.org/cart?id=7 नमस्ते। 你好，世界 👋🏽Servus ❤️danke №777 ÜBER+49 1e5 12345abc خدمة، ฿500 ㈱トヨタ ℡555 ١٢٫٥٠`

const found = {
  numbers: [
    'ORD-12345',
    'ord-123',
    '12345',
    '12345abc',
    '2026-11-26',
    '11-26',
    '12.50',
    '777',
    '+49',
    '1e5',
    '500',
    '555',
  ],
  addresses: [
    'mira@example.com',
    'mira@exam',
    'example.com',
    'shop.exam',
    'https://shop.example.org/cart?id=7',
  ],
  files: ['invoice_2026.pdf', 'invoice', '2026', 'pdf'],
  'words beside punctuation': ['dónde', '¿Dónde', 'broken', '"broken"', 'adresse', `l'adresse`, 'R&D', '<b>'],
  'words beside emoji': ['servus', 'danke', '❤️ danke'],
  'words of any script': ['über', 'नमस्ते', 'नम', '世界', '你好', 'خدمة', 'トヨタ'],
  'several words in any order': [
    'order-hello',
    'order\u00a02026-11',
    'hello order',
    'ORDER hell',
    `& hello | ! ' \\ :*`,
  ],
}

const notFound = [
  '12346',
  '12.51',
  '26-2026',
  '2026-26',
  '٥٠٫١٢',
  'hello absent',
  'ello',
  '& | ! :*',
  '❤️',
  '',
]

const namesFound = [
  ['İlayda', 'İLAYDA'],
  ['İlayda', 'ilay'],
  ['ILGAZ', 'ilgaz'],
  ['Müller', 'müll'],
  ['MÜLLER', 'Müller'],
  ['ΓΙΩΡΓΟΣ', 'ΓΙΩΡΓΟΣ'],
  ['50%_\\', '%_\\'],
] as const

const namesNotFound = [
  ['50 percent', '50%'],
  ['a-b', 'a_b'],
] as const

describe.each([
  { kind: 'the embedded database', clause: `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` },
  // PostgreSQL knows the letters above ASCII only here.
  { kind: 'a database with a locale of the system', clause: `locale_provider libc locale '%'` },
])('in $kind', ({ clause }) => {
  const server = inject('postgresUrl')
  const name = `words_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: server })
  let client: Client
  let handle: ReturnType<typeof openDatabase>

  beforeAll(async () => {
    await admin.connect()
    const { rows } = await admin.query<{ locale: string }>(
      `select collcollate as locale from pg_collation
       where collprovider = 'c' and collencoding = pg_char_to_encoding('UTF8') order by collname limit 1`,
    )
    const url = await createDatabase(
      server,
      name,
      `template0 encoding 'UTF8' ${clause.replace('%', rows[0]?.locale ?? '')}`,
    )
    await migrate(url)
    client = new Client({ connectionString: url })
    await client.connect()
    handle = openDatabase(url, { connections: 1 })
  })
  afterAll(async () => {
    await client.end()
    await handle.close()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })

  const isFound = async (search: string) => {
    const { rows } = await client.query<{ found: boolean | null }>(
      'select searchable_words($1) @@ searched_words($2) as found',
      [message, search],
    )
    return rows[0]?.found === true
  }

  const isNameFound = async (name: string, search: string) => {
    const { rows } = await sql<{ found: boolean }>`
      select customer_searched(null, ${name}, null, null, '7') like ${anywhere(search)} as found`.execute(
      handle.db,
    )
    return rows[0]?.found
  }

  test.each(namesFound)('the name %s is found by %s', async (name, search) => {
    expect(await isNameFound(name, search)).toBe(true)
  })

  test.each(namesNotFound)('the name %s is not found by %s', async (name, search) => {
    expect(await isNameFound(name, search)).toBe(false)
  })

  test.each(Object.entries(found))('%s are found', async (_what, searches) => {
    for (const search of searches) expect([search, await isFound(search)]).toEqual([search, true])
  })

  test('other numbers, other orders within a term, parts of words and searches without words find nothing', async () => {
    for (const search of notFound) expect([search, await isFound(search)]).toEqual([search, false])
  })
})
