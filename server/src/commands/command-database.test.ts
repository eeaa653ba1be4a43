import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { kill, killPostmasterIn, postmasterPidIn } from '../testing/killed-processes.ts'

const program = fileURLToPath(new URL('../parley.ts', import.meta.url))

/** A directory in which root may run the database as another user. */
async function temporaryHome(): Promise<string> {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-command-')))
  await chmod(home, 0o711)
  return home
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s to a command stops the embedded database that it started',
  { timeout: 60_000 },
  async (signal, code) => {
    const home = await temporaryHome()
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

test('a backup without the secret of the service is refused, and creates none', async () => {
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
  expect(await parley('migrate')).toEqual({ code: 0, stderr: '' })
  expect(await parley('backup')).toEqual({
    code: 1,
    stderr: `parley: There is no secret in ${dataDir}. Set PARLEY_SECRET as for the service.\n`,
  })
  await expect(access(path.join(dataDir, 'secret'))).rejects.toThrow('ENOENT')
})
