import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../core/embedded-postgres.ts'
import { migrate } from '../core/migrate.ts'
import { createDatabase, templateDatabase } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template database. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-test-'))
  // mkdtemp creates a private directory, but when started as root the database runs as another user.
  await chmod(dataDir, 0o711)
  const log = { info: () => {}, warn: (message: string) => console.warn(message) }
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const guard = await guardAgainstKill(dataDir)
  await migrate(await createDatabase(postgres.url, templateDatabase))
  provide('postgresUrl', postgres.url)
  return async () => {
    guard.kill('SIGKILL')
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}

/**
 * The database outlives its parent process. If this run is killed, the pipe to the guard closes, and the guard stops the
 * database and deletes its directory.
 */
async function guardAgainstKill(dataDir: string): Promise<ChildProcess> {
  const lockFile = path.join(dataDir, 'postgres/data/postmaster.pid')
  const [pid = ''] = (await readFile(lockFile, 'utf8')).split('\n')
  const script = 'read -r _; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"'
  const guard = spawn('/bin/sh', ['-c', script, 'guard', pid, dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}
