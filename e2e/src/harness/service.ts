import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { freePort } from '@parley/server/core/free-port'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

export interface ServiceOptions {
  /** The operator's variables. Parley's variables of this process are not inherited. */
  environment?: Record<string, string>
  /** Command line; by default the bundle, as `npm start` does. */
  command?: Command
}

type Command = [program: string, ...args: string[]]

/** Result of a start that failed. */
export interface FailedStart {
  code: number | null
  stdout: string
  stderr: string
}

export type Service = Awaited<ReturnType<typeof startService>>

const program: Command = [process.execPath, 'server/dist/parley.js']

/**
 * The real service in a separate process, on a free port, with its own data dir and the embedded database in it.
 * It can be killed and restarted with the same port and data. `remove` stops everything and deletes the data.
 */
export async function startService({ environment = {}, command = program }: ServiceOptions = {}) {
  const home = await newHome()
  const dataDir = path.join(home, 'data')
  const port = Number(environment['PORT'] ?? (await freePort(0)))
  const variables = { PORT: String(port), PARLEY_DATA_DIR: dataDir, ...environment }
  const url = environment['PARLEY_BASE_URL'] ?? `http://localhost:${port}`
  let running = await launch(command, variables)

  async function kill(): Promise<void> {
    running.child.kill('SIGKILL')
    await running.ended
  }

  async function stop(): Promise<void> {
    running.child.kill('SIGTERM')
    await running.ended
  }

  return {
    url,
    port,
    dataDir,
    socketUrl: `${url.replace(/^http/, 'ws')}/v1/socket`,
    /** Output since the last start. */
    output: () => running.output.stdout,
    /** Sends SIGKILL. The embedded database keeps running. */
    kill,
    /** Sends SIGTERM, as an operator does. */
    stop,
    async start(): Promise<void> {
      running = await launch(command, variables)
    },
    /** Whether it is running. */
    runs: () => isRunning(running.child),
    async demo(): Promise<{ email: string; colleague: string; password: string }> {
      return JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'))
    },
    async databaseUrl(): Promise<string> {
      return (await readFile(path.join(dataDir, 'postgres', 'url'), 'utf8')).trim()
    },
    async remove(): Promise<void> {
      if (isRunning(running.child)) {
        await stop()
      } else {
        // A killed service leaves its database running.
        const left = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
        await left.stop()
      }
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Runs a service that is expected to fail on start, and waits for its exit. */
export async function startInVain(environment: Record<string, string>): Promise<FailedStart> {
  const { child, output, ended } = spawnService(program, environment)
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
