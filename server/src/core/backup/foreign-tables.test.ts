import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, inject, it } from 'vitest'
import { createDatabase, createTestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids.ts'
import { migrate } from '../migrate.ts'
import { openFileStorage } from '../storage/open-file-storage.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let source: string
let target: string
let directory: string

async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

beforeEach(async () => {
  const server = inject('postgresUrl')
  const database = await createTestDatabase()
  const name = `restore_${randomBytes(6).toString('hex')}`
  source = database.url
  target = await createDatabase(server, name)
  directory = await mkdtemp(path.join(tmpdir(), 'parley-foreign-'))
  return async () => {
    await database.drop()
    await query(server, `drop database ${name}`)
    await rm(directory, { recursive: true })
  }
})

async function backup(): Promise<string> {
  const storage = await openFileStorage({ dataDir: path.join(directory, 'source'), s3: null })
  const file = path.join(directory, 'parley.tar.zst')
  const secret = 'a secret for tests, long enough to be taken'
  await createBackup({ databaseUrl: source, storage, file, secret, includeSecret: false })
  return file
}

async function restore(file: string) {
  const storage = await openFileStorage({ dataDir: path.join(directory, 'target'), s3: null })
  return restoreBackup({ databaseUrl: target, storage, file })
}

it('refuses a target that lacks a table of the migrations, and restores nothing', async () => {
  const organizationId = newId()
  await query(source, `insert into organization (id, name, created_at) values ($1, 'Acme', now())`, [
    organizationId,
  ])
  const file = await backup()
  await migrate(target)
  await query(target, 'drop table saved_view cascade')
  await expect(restore(file)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('lacks the table saved_view'),
  })
  expect(await query(target, 'select from organization')).toEqual([])
})

it('leaves out and lists tables, partitions and sequences that Parley did not create', async () => {
  const organizationId = newId()
  await query(source, `insert into organization (id, name, created_at) values ($1, 'Acme', now())`, [
    organizationId,
  ])
  await query(
    source,
    `create table "audit/log" (id bigserial primary key, organization_id uuid references organization);
     insert into "audit/log" (organization_id) select id from organization;
     create table audit_month (month int) partition by range (month);
     create table audit_month_1 partition of audit_month for values from (1) to (2);
     insert into audit_month values (1);
     create table delivery_attempt_20260131 (like delivery_attempt);`,
  )
  const { foreign, manifest } = await restore(await backup())
  expect(foreign.toSorted()).toEqual([
    'audit/log',
    'audit/log_id_seq',
    'audit_month',
    'delivery_attempt_20260131',
  ])
  expect(manifest.tables.map(({ name }) => name)).not.toContain('audit_month')
  expect(await query(target, 'select id from organization')).toEqual([{ id: organizationId }])
  expect(await query(target, "select to_regclass('audit_month') as audit")).toEqual([{ audit: null }])
})
