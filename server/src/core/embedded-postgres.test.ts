import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { kill, killPostmasterIn, postmasterFileIn, postmasterPidIn } from '../testing/killed-processes.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { StartError } from './start-error.ts'

const ownerProgram = fileURLToPath(new URL('../testing/embedded-postgres-owner.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

let parent: string
let dataDir: string
let sharedDir: string
let logged: string[]
let cleanUps: (() => Promise<void>)[]

beforeEach(async () => {
  parent = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-embedded-')))
  await chmod(parent, 0o711)
  dataDir = path.join(parent, "da ta'$x")
  sharedDir = path.join(parent, 'shared')
  logged = []
  cleanUps = []
  return async () => {
    await Promise.allSettled(cleanUps.map((cleanUp) => cleanUp()))
    await killPostmasterIn(dataDir)
    await rm(parent, { recursive: true })
  }
})

let template: string
beforeAll(async () => {
  template = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-embedded-')))
  await chmod(template, 0o711)
  const log = { info: () => {}, warn: () => {} }
  const options = { dataDir: path.join(template, 'data'), sharedDir: template, log, durable: false }
  const postgres = await startEmbeddedPostgres(options)
  await postgres.stop()
  return () => rm(template, { recursive: true })
})

/** A cluster that an earlier start created, in a tenth of the time. */
async function copyCluster(): Promise<void> {
  await cp(path.join(template, 'data'), dataDir, { recursive: true })
}

/** Without waiting for the disk, as what is proven does not depend on it: the system keeps what a killed process has written. */
async function start(durable = false) {
  const log = {
    info: (line: string) => void logged.push(line),
    warn: (line: string) => void logged.push(line),
  }
  const postgres = await startEmbeddedPostgres({ dataDir, sharedDir, log, durable })
  cleanUps.push(() => postgres.stop())
  return postgres
}

/** Starts a service in another process, with a row written, and gives the process. */
async function startOwner(): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawn(process.execPath, [ownerProgram, dataDir, sharedDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(() => kill(owner))
  const [line = ''] = await once(createInterface(owner.stdout), 'line')
  return { owner, url: String(line).replace('ready ', '') }
}

const postmasterFile = () => postmasterFileIn(dataDir)
const postmasterPid = () => postmasterPidIn(dataDir)

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).not.toContain('\n')
  return String(error)
}

// Each test makes a cluster, and some recover one: seconds, and many more on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('refused', () => {
  it('a second service while the first lives, in one line that names its process', async () => {
    await copyCluster()
    const { owner } = await startOwner()
    expect(await failureOf(start())).toContain(
      `Another Parley (process ${owner.pid} on ${hostname()}) uses the data dir ${dataDir}. Stop it, or`,
    )
  })

  it('a second service in the same process', async () => {
    await copyCluster()
    await start()
    expect(await failureOf(start())).toContain(
      `Another Parley (process ${process.pid} on ${hostname()}) uses the data dir`,
    )
  })

  it('one of two services that start together on a new data dir', async () => {
    const results = await Promise.allSettled([start(), start()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((result) => result.status === 'rejected')
    expect(String(refused?.reason)).toContain('StartError: Another Parley')
  })

  it('a connection without the password, as superuser, or from the network', async () => {
    const { url } = await start()
    const without = new URL(url)
    without.password = 'wrong'
    await expect(query(without.href, 'select 1')).rejects.toThrow('password authentication failed')
    const superuser = new URL(url)
    superuser.username = 'postgres'
    await expect(query(superuser.href, 'select 1')).rejects.toThrow('no pg_hba.conf entry')
    expect(await query(url, 'select usesuper from pg_user where usename = current_user')).toEqual([
      { usesuper: false },
    ])
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect((await stat(path.join(dataDir, 'postgres/url'))).mode & 0o777).toBe(0o600)
  })

  it('a data dir that cannot be created, in one line that names the fix', async () => {
    await writeFile(path.join(parent, 'file'), '')
    dataDir = path.join(parent, 'file', 'data')
    expect(await failureOf(start())).toMatch(
      /The data dir .*file\/data cannot be created: .* Set PARLEY_DATA_DIR to/,
    )
  })

  it('a database of another PostgreSQL version', async () => {
    await copyCluster()
    await (await start()).stop()
    await writeFile(path.join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
    expect(await failureOf(start())).toContain(
      'was created by PostgreSQL 17, and this version of Parley includes 18. With Parley stopped, run `parley backup`',
    )
  })

  it('a data dir with a broken link, instead of starting empty', async () => {
    await mkdir(dataDir)
    await symlink(path.join(parent, 'gone'), path.join(dataDir, 'postgres'))
    expect(await failureOf(start())).toContain('which does not exist. Restore it from a backup')
  })

  it('a database that does not start, with reason and log', async () => {
    await copyCluster()
    await (await start()).stop()
    await writeFile(path.join(dataDir, 'postgres/data/postgresql.conf'), 'shared_buffers = lots\n')
    expect(await failureOf(start())).toMatch(/does not start: .*errors\. Its log is .*server\.log/)
  })
})

describe('what is kept', () => {
  it('the first start creates an empty UTF-8 database with fsync on', async () => {
    const { url } = await start(true)
    const [settings] = await query(
      url,
      `select current_database() as database, current_setting('server_encoding') as encoding,
              current_setting('fsync') as fsync, current_setting('server_version_num')::int / 10000 as version,
              lower('ÄİЖ') as lower`,
    )
    expect(settings).toEqual({ database: 'parley', encoding: 'UTF8', fsync: 'on', version: 18, lower: 'äiж' })
  })

  it('a second start has the data, port and password of the first', async () => {
    await copyCluster()
    const first = await start()
    await query(first.url, 'create table kept (id int)')
    await first.stop()
    expect(await postmasterPid()).toBeUndefined()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select * from kept')).toEqual([])
  })

  it('another port is used when the old one is taken', async () => {
    await copyCluster()
    const first = await start()
    await first.stop()
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
    await once(squatter, 'listening')
    cleanUps.push(async () => void squatter.close())
    const second = await start()
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('a cluster that was restored without its password gets a new one', async () => {
    await copyCluster()
    const first = await start()
    await query(first.url, 'create table kept (id int)')
    await first.stop()
    await rm(path.join(dataDir, 'postgres/url'))
    const second = await start()
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
    expect(await query(second.url, 'select * from kept')).toEqual([])
  })

  it('a cluster that was restored with wide permissions starts', async () => {
    await copyCluster()
    await (await start()).stop()
    await chmod(path.join(dataDir, 'postgres/data'), 0o755)
    expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('what a killed service leaves behind', () => {
  it('its running database is taken over, and stopped at the end', async () => {
    await copyCluster()
    const { owner, url } = await startOwner()
    await kill(owner)
    const left = await postmasterPid()
    const postgres = await start()
    expect(await postmasterPid()).toBe(left)
    expect(postgres.url).toBe(url)
    expect(logged.join()).toContain(`Takes over the embedded PostgreSQL that still runs (process ${left}`)
    expect(await query(postgres.url, 'select * from kept')).toEqual([{ id: 1 }])
    await postgres.stop()
    expect(await postmasterPid()).toBeUndefined()
  })

  it('a database that crashed with it recovers everything committed', async () => {
    await copyCluster()
    const { owner } = await startOwner()
    await kill(owner)
    await killPostmasterIn(dataDir)
    const { url } = await start()
    expect(await query(url, 'select * from kept')).toEqual([{ id: 1 }])
  })

  it('a stale postmaster.pid with a reused pid is removed', async () => {
    await copyCluster()
    const { owner } = await startOwner()
    await kill(owner)
    await killPostmasterIn(dataDir)
    // PostgreSQL minds only processes of its own user.
    const { uid, gid } = await stat(path.join(dataDir, 'postgres/data'))
    const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
    cleanUps.push(() => kill(other))
    const content = await readFile(postmasterFile(), 'utf8')
    await writeFile(postmasterFile(), content.replace(/^\d+/, String(other.pid)))
    const { url } = await start()
    expect(await query(url, 'select * from kept')).toEqual([{ id: 1 }])
  })

  it('a partially created cluster is created again', async () => {
    await mkdir(path.join(dataDir, 'postgres/data.new/base'), { recursive: true })
    await chmod(dataDir, 0o711)
    await chmod(path.join(dataDir, 'postgres'), 0o711)
    await writeFile(path.join(dataDir, 'postgres/data.new/PG_VERSION'), '18\n')
    const { url } = await start()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(stat(path.join(dataDir, 'postgres/data.new'))).rejects.toThrow('ENOENT')
  })
})

describe("a data dir that the database's own user cannot reach", () => {
  beforeEach(async () => {
    const umask = process.umask(0o077)
    await mkdir(dataDir)
    return () => void process.umask(umask)
  })

  it('has its database elsewhere, with a link to it', async () => {
    const first = await start()
    await query(first.url, 'create table kept (id int)')
    await first.stop()
    // An ordinary user's database runs as that user, in the data dir.
    const directory = await realpath(path.join(dataDir, 'postgres'))
    expect(path.dirname(directory)).toBe(isRoot ? sharedDir : dataDir)
    expect(await query((await start()).url, 'select * from kept')).toEqual([])
  })

  it('starts empty when it was removed and created again', async () => {
    const first = await start()
    await query(first.url, 'create table kept (id int)')
    await first.stop()
    await rm(dataDir, { recursive: true })
    const second = await start()
    expect(await query(second.url, `select to_regclass('kept') as kept`)).toEqual([{ kept: null }])
  })
})
