import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './core/free-port.ts'
import { kill, killPostmasterIn, postmasterFileIn, postmasterPidIn } from './testing/killed-processes.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

// Each start creates a database, which takes seconds, or much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const soon = { timeout: 90_000, interval: 20 }

let home: string
let dataDir: string
let port: number
let child: ChildProcess
let output: string

beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-main-')))
  await chmod(home, 0o711)
  dataDir = path.join(home, 'data')
  port = await freePort(0)
  output = ''
  child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString()))
})
afterEach(async () => {
  await kill(child)
  await killPostmasterIn(dataDir)
  await rm(home, { recursive: true })
})

const statusOf = (url: string) =>
  fetch(`http://127.0.0.1:${port}${url}`).then(
    ({ status }) => status,
    () => null,
  )

async function stop(): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  return child.exitCode
}

async function postgresProcesses(): Promise<number[]> {
  const postmaster = await postmasterPidIn(dataDir)
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

async function processNamed(name: string): Promise<number | undefined> {
  for (const pid of await postgresProcesses()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.startsWith(`postgres: ${name}`)) return pid
  }
  return undefined
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It has ended.
  }
}

test('SIGTERM while the database is being started stops the service and leaves no PostgreSQL', async () => {
  await expect.poll(() => postmasterPidIn(dataDir), soon).toBeDefined()
  expect(await stop(), output).toBe(0)
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
  expect(output).not.toContain('Parley is running')
})

test('SIGTERM at the first 200 of /readyz leaves no PostgreSQL, and /readyz returns 503 before the listener closes', async () => {
  await expect.poll(() => statusOf('/readyz'), soon).toBe(200)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const seen: (number | null)[] = []
  await expect.poll(async () => seen.push(await statusOf('/readyz')) && seen.at(-1), soon).toBeNull()
  await exited
  expect(child.exitCode, output).toBe(0)
  expect([...new Set(seen)].filter((status) => status !== 200)).toEqual([503, null])
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
})

test('SIGTERM to all processes at once, as by a service manager, leaves no PostgreSQL', async () => {
  await expect.poll(() => statusOf('/readyz'), soon).toBe(200)
  const processes = [Number(await postmasterPidIn(dataDir)), ...(await postgresProcesses())]
  const exited = once(child, 'exit')
  for (const pid of processes) process.kill(pid, 'SIGTERM')
  child.kill('SIGTERM')
  await exited
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
})

test('SIGTERM while a failed start is stopping waits until PostgreSQL has ended, and reports the failure', async () => {
  const occupant = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void occupant.close())
  await expect.poll(() => postmasterPidIn(dataDir), soon).toBeDefined()
  // The shutdown waits for the checkpointer, which continues only after the service has got the signal.
  const checkpointer = await vi.waitUntil(() => processNamed('checkpointer'), soon)
  process.kill(checkpointer, 'SIGSTOP')
  onTestFinished(() => resume(checkpointer))
  await expect.poll(() => readFile(postmasterFileIn(dataDir), 'utf8'), soon).toContain('stopping')
  const exited = once(child, 'close')
  child.kill('SIGTERM')
  await expect.poll(() => output, soon).toContain('"msg":"stopping"')
  resume(checkpointer)
  expect(await exited, output).toEqual([1, null])
  expect(output).toContain(`Port ${port} on 127.0.0.1 is in use`)
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
})

test('a killed embedded PostgreSQL is restarted: /readyz returns 503 and then 200', async () => {
  await expect.poll(() => output, soon).toContain('Parley is running')
  await killPostmasterIn(dataDir)
  await expect.poll(() => output, soon).toContain('The embedded PostgreSQL runs again')
  await expect.poll(() => statusOf('/readyz'), soon).toBe(200)
  expect(await statusOf('/healthz')).toBe(200)
  expect(await stop(), output).toBe(0)
  expect(await postmasterPidIn(dataDir)).toBeUndefined()
})
