import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { newId } from '../core/ids.ts'
import { migrate } from '../core/migrate.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { confirmFiles, confirmMarked } from '../core/storage/storage-owner.ts'
import { kill } from '../testing/killed-processes.ts'
import { createDatabase } from '../testing/test-database.ts'
import { foundOrganization, startTestService, testSecret, type TestService } from '../testing/test-service.ts'
import { run } from './backup.ts'

const program = fileURLToPath(new URL('../parley.ts', import.meta.url))

let home: string
let service: TestService
let archive: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'parley-commands-'))
  archive = path.join(home, 'parley.tar.zst')
  service = await startTestService()
  await foundOrganization(service, 'Acme')
})
afterEach(async () => {
  await service.stop()
  await rm(home, { recursive: true })
})

const environment = () => ({
  PATH: process.env['PATH'],
  DATABASE_URL: service.databaseUrl,
  PARLEY_SECRET: testSecret,
  PARLEY_DATA_DIR: service.dataDir,
})

/** Runs a command as beside the service. */
const parley = (words: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, ...words],
      { env: { ...environment(), ...env }, cwd: home },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Stores a file with its row, like an upload. */
async function upload(): Promise<string> {
  const storage = await openFileStorage({ dataDir: service.dataDir, s3: null })
  const key = `2026-01-31/${newId()}.test`
  async function* bytes() {
    yield Buffer.from('x')
  }
  await storage.write(key, bytes(), 1)
  const statement = `insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
    values ($1, $2, 'agent:x', 'a.bin', 'application/octet-stream', 1, $3, now())`
  await withClient(service.databaseUrl, (client) => client.query(statement, [newId(), newId(), key]))
  return key
}

it('backup without a name writes to the working directory', async () => {
  expect(await parley(['backup'])).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(home)).toEqual([expect.stringMatching(/^parley-[\dT-]+\.tar\.zst$/)])
})

/** In this process, because a test as root can write to any directory. */
async function backupIn(workingDir: string, dataDir: string): Promise<string> {
  vi.stubEnv('DATABASE_URL', service.databaseUrl)
  vi.stubEnv('PARLEY_SECRET', testSecret)
  vi.stubEnv('PARLEY_DATA_DIR', dataDir)
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(workingDir)
  try {
    expect(await run([])).toBe(0)
    return output.mock.calls.join('')
  } finally {
    vi.unstubAllEnvs()
    cwd.mockRestore()
    output.mockRestore()
  }
}

it('backup says that the archive must be copied if it is in the data dir', async () => {
  const advice = 'Copy it to another disk before you upgrade'
  expect(await backupIn(path.join(home, 'none'), service.dataDir)).toContain(advice)
  expect(await readdir(service.dataDir)).toContainEqual(expect.stringMatching(/^parley-[\dT-]+\.tar\.zst$/))
  expect(await backupIn(home, service.dataDir)).not.toContain(advice)
})

it('backup exits with 1 and names the files that are missing', async () => {
  expect(await parley(['backup', path.join(home, 'complete.tar.zst')])).toMatchObject({ code: 0, stderr: '' })
  const key = await upload()
  await upload()
  await rm(path.join(service.dataDir, 'media', key))
  const { code, stdout, stderr } = await parley(['backup', archive])
  expect(code).toBe(1)
  expect(stderr).toBe(
    `parley: 1 files are missing in the storage, cannot be read or have another size; the archive has everything else:\n  ${key}\n`,
  )
  expect(stdout).toContain(`${archive}: `)
})

/** On a connection without a transaction, which would see the same activity each time. */
const backupWaits = () =>
  withClient(service.databaseUrl, async (client) => {
    const waiting = `select from pg_stat_activity
      where application_name = 'parley backup' and wait_event_type = 'Lock' and datname = current_database()`
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), { timeout: 20_000 })
  })

it('backup exits with 0 and names the files that the service removed meanwhile', async () => {
  const key = await upload()
  await upload()
  const { code, stdout, stderr } = await withClient(service.databaseUrl, async (client) => {
    // Holds the backup up between its snapshot and the files.
    await client.query('begin')
    await client.query('lock table webhook in access exclusive mode')
    const running = parley(['backup', archive])
    await backupWaits()
    await client.query('delete from media where storage_key = $1', [key])
    await rm(path.join(service.dataDir, 'media', key))
    await client.query('commit')
    return await running
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`1 files were removed during the backup and are not in the archive:\n  ${key}\n`)
})

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a backup that %s interrupts leaves no file', async (signal, code) => {
  await withClient(service.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('lock table webhook in access exclusive mode')
    const child = spawn(process.execPath, [program, 'backup', archive], {
      env: environment(),
      cwd: home,
      stdio: 'ignore',
    })
    onTestFinished(() => kill(child))
    await backupWaits()
    expect(await readdir(home)).toEqual(['parley.tar.zst.part'])
    const exited = once(child, 'exit')
    child.kill(signal)
    expect(await exited).toEqual([code, null])
    expect(await readdir(home)).toEqual([])
  })
})

it('backup leaves the file of another backup that writes the same archive', async () => {
  await writeFile(`${archive}.part`, 'theirs')
  expect(await parley(['backup', archive])).toMatchObject({
    code: 1,
    stderr: `parley: The backup ${archive}.part cannot be written: another backup writes it, or was interrupted: remove it.\n`,
  })
  expect(await readFile(`${archive}.part`, 'utf8')).toBe('theirs')
})

it('backup with the wrong storage writes no archive', async () => {
  await upload()
  const { code, stderr } = await parley(['backup', archive], { PARLEY_DATA_DIR: path.join(home, 'other') })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^parley: The file storage has none of the latest files .*\n$/),
  })
  expect(await readdir(home)).not.toContain('parley.tar.zst')
})

async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `restore_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name)
  onTestFinished(async () => {
    await withClient(server, (client) => client.query(`drop database ${name}`))
  })
  return url
}

it('a restore uses the files of another database only if that is stated, which then refuses them', async () => {
  await upload()
  await parley(['backup', archive])
  const target = await emptyDatabase()
  const refused = await parley(['restore', archive], { DATABASE_URL: target })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('add --take-over-storage.\n') })
  const storage = await openFileStorage({ dataDir: service.dataDir, s3: null })
  await withClient(service.databaseUrl, (client) => confirmFiles(client, storage))

  const words = ['restore', archive, '--take-over-storage']
  expect(await parley(words, { DATABASE_URL: target })).toMatchObject({ code: 0, stderr: '' })
  await withClient(target, (client) => confirmFiles(client, storage))
  const second = path.join(home, 'second.tar.zst')
  expect(await parley(['backup', second])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('belongs to another database'),
  })
  expect((await parley(['backup', second], { DATABASE_URL: target })).code).toBe(0)

  expect(await parley(['take-over-storage'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('belongs to this database now'),
  })
  expect((await parley(['backup', path.join(home, 'third.tar.zst')])).code).toBe(0)
})

it('a restore names the files that the backup has only in part or not at all, and tables that Parley did not create', async () => {
  const key = await upload()
  await withClient(service.databaseUrl, (client) => client.query('create table audit as select 1 as id'))
  await upload()
  await rm(path.join(service.dataDir, 'media', key))
  await parley(['backup', archive])
  const fresh = { DATABASE_URL: await emptyDatabase(), PARLEY_DATA_DIR: path.join(home, 'fresh') }
  const { code, stdout } = await parley(['restore', archive], fresh)
  expect(code).toBe(0)
  expect(stdout).toContain(`1 files were already missing or damaged when the backup was made:\n  ${key}\n`)
  expect(stdout).toContain('Not restored, because Parley did not create them: audit.\n')
})

it('a restore that fails after its rows were committed says so, and take-over-storage completes it', async () => {
  await upload()
  await parley(['backup', archive])
  const fresh = { DATABASE_URL: await emptyDatabase(), PARLEY_DATA_DIR: path.join(home, 'fresh') }
  await migrate(fresh.DATABASE_URL)
  const inTarget = (statement: string) =>
    withClient(fresh.DATABASE_URL, async (client) => void (await client.query(statement)))
  await inTarget(`create function refuse() returns trigger language plpgsql as 'begin raise ''the disk is full''; end';
    create trigger refusing before insert on storage_owner execute function refuse()`)
  expect(await parley(['restore', archive], fresh)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^parley: All rows and files were restored.*: the disk is full\. Correct this and run `parley take-over-storage` .*do not restore again\.\n$/,
    ),
  })
  await inTarget('drop function refuse() cascade')
  expect(await parley(['take-over-storage'], fresh)).toMatchObject({ code: 0, stderr: '' })
  const storage = await openFileStorage({ dataDir: fresh.PARLEY_DATA_DIR, s3: null })
  await withClient(fresh.DATABASE_URL, (client) => confirmMarked(client, storage))
})
