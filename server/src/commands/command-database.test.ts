import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { kill, killPostmasterIn, postmasterPidIn } from '../testing/killed-processes.ts'

const program = fileURLToPath(new URL('../parley.ts', import.meta.url))

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s to a command stops the embedded database that it started',
  { timeout: 60_000 },
  async (signal, code) => {
    const home = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-command-')))
    await chmod(home, 0o711)
    const dataDir = path.join(home, 'data')
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
