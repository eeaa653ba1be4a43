import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { loadOrCreateSecret } from '../config.ts'
import { startEmbeddedPostgres } from '../core/embedded-postgres.ts'
import { newId } from '../core/ids.ts'
import { migrate } from '../core/migrate.ts'
import { createSecrets } from '../core/secrets.ts'
import { kill, killPostmasterIn, postmasterPidIn } from '../testing/killed-processes.ts'
import { withClient } from './command-database.ts'

const program = fileURLToPath(new URL('../parley.ts', import.meta.url))

/** A directory in which root may run the database as another user. */
async function temporaryHome(): Promise<string> {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-command-')))
  await chmod(home, 0o711)
  return home
}

/** Creates an embedded database without tables, and stops it. */
async function createCluster(dataDir: string): Promise<void> {
  const log = { info: () => {}, warn: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  await postgres.stop()
}

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s to a command stops the embedded database that it started',
  { timeout: 60_000 },
  async (signal, code) => {
    const home = await temporaryHome()
    const dataDir = path.join(home, 'data')
    await createCluster(dataDir)
    const child = spawn(process.execPath, [program, 'migrate'], {
      env: { PATH: process.env['PATH'], PARLEY_DATA_DIR: dataDir },
      cwd: home,
      stdio: 'ignore',
    })
    onTestFinished(async () => {
      await kill(child)
      await killPostmasterIn(dataDir)
      await rm(home, { recursive: true })
    })
    await expect.poll(() => postmasterPidIn(dataDir), { timeout: 50_000, interval: 20 }).toBeDefined()
    const exited = once(child, 'exit')
    child.kill(signal)
    expect(await exited).toEqual([code, null])
    expect(await postmasterPidIn(dataDir)).toBeUndefined()
  },
)

/** A data dir, and a function that runs commands in it. */
async function installation() {
  const home = await temporaryHome()
  const dataDir = path.join(home, 'data')
  onTestFinished(async () => {
    await killPostmasterIn(dataDir)
    await rm(home, { recursive: true })
  })
  const parley = (...words: string[]) =>
    new Promise<{ code: number; stderr: string }>((resolve) => {
      const env = { PATH: process.env['PATH'], PARLEY_DATA_DIR: dataDir }
      execFile(process.execPath, [program, ...words], { env, cwd: home }, (error, _stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stderr }),
      )
    })
  return { home, dataDir, parley }
}

test('migrate without a database is refused, and creates none', async () => {
  const { dataDir, parley } = await installation()
  expect(await parley('migrate')).toEqual({
    code: 1,
    stderr: `parley: There is no database in ${dataDir}. Set PARLEY_DATA_DIR or DATABASE_URL as for the service. Its first start creates an embedded database.\n`,
  })
  await expect(access(dataDir)).rejects.toThrow('ENOENT')
})

test('a backup without the secret of the service is refused, and creates none', async () => {
  const { dataDir, parley } = await installation()
  await createCluster(dataDir)
  expect(await parley('migrate')).toEqual({ code: 0, stderr: '' })
  expect(await parley('backup')).toEqual({
    code: 1,
    stderr: `parley: There is no secret in ${dataDir}. Set PARLEY_SECRET as for the service.\n`,
  })
  await expect(access(path.join(dataDir, 'secret'))).rejects.toThrow('ENOENT')
})

test(
  'a backup and an import use no secret that decrypts none of the keys in the database',
  { timeout: 60_000 },
  async () => {
    const { home, dataDir, parley } = await installation()
    const log = { info: () => {}, warn: () => {} }
    const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
    onTestFinished(() => postgres.stop())
    await migrate(postgres.url)
    const secret = await loadOrCreateSecret(dataDir)
    expect(await parley('backup', 'without-keys.tar.zst')).toEqual({ code: 0, stderr: '' })

    const organizationId = newId()
    await withClient(postgres.url, (client) =>
      client.query(`insert into organization (id, name, created_at) values ($1, 'Acme', now())`, [
        organizationId,
      ]),
    )
    /** As a service with this secret. */
    const addWidget = (secretOfService: string | Uint8Array) =>
      withClient(postgres.url, (client) => {
        const id = newId()
        const key = createSecrets(secretOfService).seal('prv_sk_', `provider.secret_key:${id}`)
        return client.query(
          `insert into provider (id, organization_id, name, secret_key, secret_key_made_at, appearance, created_at)
         values ($1, $2, 'Shop', $3, now(), '{}', now())`,
          [id, organizationId, key],
        )
      })
    await addWidget(secret)
    await withClient(postgres.url, (client) => client.query('update provider set deleted_at = now()'))
    await addWidget('another secret of 32 characters!')
    const refusal = {
      code: 1,
      stderr: expect.stringMatching(
        /^parley: .*secret is not the secret of this database.* Set PARLEY_SECRET .*--without-secret\.\n$/,
      ),
    }
    expect(await parley('backup', 'refused.tar.zst')).toEqual(refusal)
    const manifest = { format: 'parley-chatwoot-export', source: 'chat.example.com/1', complete: true }
    await mkdir(path.join(home, 'export'))
    await writeFile(path.join(home, 'export/manifest.json'), JSON.stringify(manifest))
    expect(await parley('import', 'chatwoot', 'export')).toEqual(refusal)
    expect(await parley('backup', '--without-secret', 'without.tar.zst')).toEqual({ code: 0, stderr: '' })
    await addWidget(secret)
    expect(await parley('backup', 'of-two-secrets.tar.zst')).toEqual({ code: 0, stderr: '' })
    expect(await parley('import', 'chatwoot', 'export')).toEqual({ code: 0, stderr: '' })
  },
)
