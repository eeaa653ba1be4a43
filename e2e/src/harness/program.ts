import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

export type Command = [program: string, ...args: string[]]

/** The bundle, as `npm start` runs it. */
export const bundle: Command = [process.execPath, 'server/dist/parley.js']

/** One process of the service. It keeps command and environment over restarts. */
export type Program = Awaited<ReturnType<typeof startProgram>>

/** Result of a start that failed. */
export interface FailedStart {
  code: number | null
  stdout: string
  stderr: string
}

export async function startProgram(command: Command, environment: Record<string, string>) {
  let running = await launch(command, environment)
  return {
    output: () => running.output.stdout,
    runs: () => isRunning(running.child),
    async kill(): Promise<void> {
      running.child.kill('SIGKILL')
      await running.ended
    },
    async stop(): Promise<void> {
      running.child.kill('SIGTERM')
      await running.ended
    },
    async start(): Promise<void> {
      running = await launch(command, environment)
    },
  }
}

/** Runs a service that is expected to fail on start, and waits for its exit. */
export async function startInVain(environment: Record<string, string>): Promise<FailedStart> {
  const { child, output, ended } = spawnService(bundle, environment)
  const started = untilRunning(child, output)
  const outcome = await Promise.race([started, ended.then(() => 'ended' as const)])
  if (outcome !== 'ended') {
    child.kill('SIGKILL')
    await ended
    throw new Error('It started, although it should not have')
  }
  return { code: child.exitCode, ...output }
}

/** A temporary directory that another user (the database's, if we are root) can enter. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'parley-e2e-'))
  await chmod(home, 0o711)
  return home
}

async function launch(command: Command, environment: Record<string, string>) {
  const { child, output, ended } = spawnService(command, environment)
  const outcome = await Promise.race([untilRunning(child, output), ended.then(() => 'ended' as const)])
  if (outcome === 'ended') throw new Error(`The service did not start:\n${output.stdout}\n${output.stderr}`)
  return { child, output, ended }
}

function spawnService([file, ...args]: Command, environment: Record<string, string>) {
  const child = spawn(file, args, {
    cwd: repository,
    env: { ...withoutOurs(process.env), PARLEY_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return { child, output, ended: once(child, 'close') }
}

/** Resolves when the service has printed that it listens. */
async function untilRunning(child: ChildProcess, output: { stdout: string }): Promise<'running'> {
  while (!/^Parley is running at .*\n[^]*\n\n/m.test(output.stdout)) await once(child.stdout!, 'data')
  return 'running'
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = (name: string) =>
    !/^(PARLEY_|DATABASE_URL$|NATS_URL$|PORT$|HOST$|NODE_ENV$|NODE_OPTIONS$|VITEST|npm_)/.test(name)
  return Object.fromEntries(Object.entries(environment).filter(([name]) => foreign(name)))
}
