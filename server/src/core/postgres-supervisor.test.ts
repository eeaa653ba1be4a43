import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postmasterPidIn } from '../testing/killed-processes.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { databaseAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { clusterHome } from './postgres-cluster.ts'
import { superviseServer } from './postgres-supervisor.ts'

// Each restart recovers a crashed cluster, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let parent: string
let dataDir: string
let postgres: EmbeddedPostgres
const logged: string[] = []
const log = {
  info: (line: string) => void logged.push(line),
  warn: (line: string) => void logged.push(line),
}
const start = () => startEmbeddedPostgres({ dataDir, sharedDir: parent, log, durable: false })

beforeAll(async () => {
  parent = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-supervised-')))
  await chmod(parent, 0o711)
  dataDir = path.join(parent, 'data')
  postgres = await start()
  await query('create table kept (id int)')
})
afterAll(async () => {
  await postgres.stop()
  await rm(parent, { recursive: true })
})

async function query(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function killPostmaster(): Promise<number> {
  const pid = await postmasterPidIn(dataDir)
  if (pid === undefined) throw new Error('There is no postmaster')
  process.kill(pid, 'SIGKILL')
  return pid
}

const answersAgain = () =>
  expect.poll(() => query('select * from kept').catch(String), { timeout: 30_000 }).toEqual([])

test('a killed server is restarted on the same port and with its data', async () => {
  logged.length = 0
  const killed = await killPostmaster()
  await answersAgain()
  expect(await postmasterPidIn(dataDir)).not.toBe(killed)
  // The server answers before the supervisor's own probe has returned.
  await expect
    .poll(() => logged)
    .toEqual([
      expect.stringMatching(
        /^The embedded PostgreSQL has ended \(SIGKILL\) and is started again\. Its log is \//,
      ),
      'The embedded PostgreSQL runs again',
    ])
})

test('a stopped server is not restarted', async () => {
  await postgres.stop()
  logged.length = 0
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
  postgres = await start()
  expect(logged).toEqual([])
})

test('a stop during a restart leaves no server behind', async () => {
  await killPostmaster()
  await expect.poll(() => logged.join()).toContain('is started again')
  await postgres.stop()
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
  postgres = await start()
})

test('the server of a start that fails is stopped', async () => {
  await postgres.stop()
  const { url: file } = clusterHome(await realpath(path.join(dataDir, 'postgres')))
  const saved = await readFile(file, 'utf8')
  const url = new URL(saved.trim())
  url.password = 'wrong'
  await writeFile(file, url.href)
  await expect(start()).rejects.toThrow('does not let Parley in: password authentication failed')
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
  await writeFile(file, saved)
  postgres = await start()
})

test('a server that cannot be restarted is reported in one line that names its log', async () => {
  await postgres.stop()
  const home = clusterHome(await realpath(path.join(dataDir, 'postgres')))
  const account = await databaseAccount(await stat(home.data))
  const { postgres: program } = await postgresBinaries(account, path.join(parent, 'binaries'))
  const lost = Promise.withResolvers<string>()
  const server = await superviseServer(
    { home, postgres: program, account, durable: false, log },
    { onLost: lost.resolve, delaysMs: [0, 0] },
  )
  await writeFile(path.join(home.data, 'postgresql.conf'), 'shared_buffers = lots\n')
  await killPostmaster()
  expect(await lost.promise).toBe(
    `The embedded PostgreSQL has ended and could not be started again, in 2 attempts. Its log is ${home.log}`,
  )
  await server.stop()
})
