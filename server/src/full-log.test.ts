import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from './core/free-port.ts'
import { kill } from './testing/killed-processes.ts'
import { createDatabase } from './testing/test-database.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

// Linux has it.
test.runIf(existsSync('/dev/full'))(
  'a service whose log is on a full disk serves and stops',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-full-log-'))
    const databaseUrl = await createDatabase(
      inject('postgresUrl'),
      `full_log_${randomBytes(6).toString('hex')}`,
    )
    const port = await freePort(0)
    const full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: String(port),
        PARLEY_DATA_DIR: dataDir,
        PARLEY_SECRET: randomBytes(32).toString('base64'),
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', full.fd, 'inherit'],
    })
    onTestFinished(async () => {
      await kill(child)
      await rm(dataDir, { recursive: true })
    })
    await full.close()
    const exited = once(child, 'exit')
    const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status, String)
    await expect.poll(ready, { timeout: 90_000 }).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  },
  120_000,
)
