import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase } from '../testing/test-database.ts'
import { walkAfterRestore } from './log-consumers/after-restore.ts'
import { createBackup } from './backup/create-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { migrate } from './migrate.ts'
import { openFileStorage } from './storage/open-file-storage.ts'

const folder = path.join(import.meta.dirname, '../testing/releases')
const releases = JSON.parse(readFileSync(path.join(folder, 'releases.json'), 'utf8')) as {
  version: string
  lastMigration: string
}[]
const versions = releases.map(({ version }) => version)
const lastMigrationOf = (version: string) =>
  releases.find((release) => release.version === version)?.lastMigration
const migrationFolder = path.join(import.meta.dirname, '../../migrations')

async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `release_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name)
  onTestFinished(async () => void (await query(server, `drop database ${name}`)))
  return url
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

async function countRows(url: string): Promise<Record<string, number>> {
  const tables = await query(
    url,
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname <> 'migration' order by relname`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await query(url, `select count(*)::int as rows from "${String(name)}"`)
    if (Number(row?.['rows']) > 0) counts[String(name)] = Number(row?.['rows'])
  }
  return counts
}

interface Column {
  type: string
  nullable: boolean
  /** A row that does not name the column can be inserted. */
  optional: boolean
}

async function columnsOf(url: string): Promise<Map<string, Column>> {
  const rows = await query(
    url,
    `select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
       is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated <> 'NEVER' as optional
     from information_schema.columns where table_schema = 'public' order by 1`,
  )
  return new Map(rows.map(({ name, ...column }) => [String(name), column as unknown as Column]))
}

/** Creates a database from the dump of this release. */
async function installed(version: string): Promise<string> {
  const url = await emptyDatabase()
  const draft = await emptyDatabase()
  await migrate(draft)
  const all = (await query(draft, 'select name, checksum from migration order by name')) as {
    name: string
    checksum: string
  }[]
  const end = all.findIndex(({ name }) => name === lastMigrationOf(version)) + 1
  expect(end).toBeGreaterThan(0)
  await migrate(url, { directory: migrationFolder, to: all.slice(0, end) })
  await query(url, readFileSync(path.join(folder, `${version}.sql`), 'utf8'))
  return url
}

it('has a dump of every released schema', () => {
  const dumps = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(dumps.toSorted()).toEqual(versions.map((version) => `${version}.sql`))
})

it.each(versions)('a database of %s is migrated to this version, and keeps every row', async (version) => {
  const url = await installed(version)
  const before = await countRows(url)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  await migrate(url)
  expect(await countRows(url)).toMatchObject(before)
})

it('processes of the last release can read and write the new schema', async () => {
  const url = await installed(versions.at(-1) ?? '')
  const before = await columnsOf(url)
  await migrate(url)
  const after = await columnsOf(url)
  const removedOrChanged = [...before].filter(([name, { type, nullable, optional }]) => {
    const column = after.get(name)
    return (
      column === undefined ||
      column.type !== type ||
      (nullable && !column.nullable) ||
      (optional && !column.optional)
    )
  })
  expect(removedOrChanged).toEqual([])
  const tables = new Set([...before.keys()].map((name) => name.split('.')[0]))
  const required = [...after].filter(
    ([name, { optional }]) => !before.has(name) && tables.has(name.split('.')[0]) && !optional,
  )
  expect(required).toEqual([])
})

it.each(versions)('a backup of %s is restored by this version', async (version) => {
  const url = await installed(version)
  const before = await countRows(url)
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-release-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = path.join(directory, 'old.tar.zst')
  const storage = await openFileStorage({ dataDir: directory, s3: null })
  const { manifest } = await createBackup({
    databaseUrl: url,
    storage,
    file,
    secret: 'x',
    includeSecret: false,
  })
  expect(manifest.damaged_files).toEqual(['2026-01-31/a.b', 'recordings/2026-01-31/a.b'])
  const target = await emptyDatabase()
  const { migrated } = await restoreBackup({
    databaseUrl: target,
    storage,
    file,
    afterRows: walkAfterRestore,
  })
  expect(migrated[0]).toBe('0019-log-consumers')
  expect(await countRows(target)).toMatchObject(before)
  expect(await query(target, `select data::text as data from webhook_event`)).toEqual([
    { data: '{"b": 1, "a": 2}' },
  ])
})
