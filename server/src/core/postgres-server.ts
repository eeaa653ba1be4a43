import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { giveToOwnerOf, ignoreMissing, writePrivateFile } from './data-dir.ts'
import { freePort } from './free-port.ts'
import { run, spawnOptions, type Account } from './postgres-account.ts'
import type { ClusterHome } from './postgres-cluster.ts'
import { StartError } from './start-error.ts'

export type StartLog = { info(message: string): void; warn(message: string): void }

export type PostgresServer = {
  url: string
  /** Resolves with the exit code or signal when the server exits on its own. */
  ended: Promise<string>
  stop(): Promise<void>
}

type Postmaster = { pid: number; port: number }

export type ServerOptions = {
  home: ClusterHome
  postgres: string
  account: Account
  durable: boolean
  /** Default: PostgreSQL's own, which is 100. */
  maxConnections?: number | undefined
  log: StartLog
  /** Reuses the port of the last start, which the service's connections use. By default any port. */
  samePort?: boolean
}

/**
 * Starts the server of a complete cluster, or takes over the one that a killed service left running. It runs in its own
 * session: neither Ctrl-C nor the end of this process stops it, only `stop` does.
 */
export async function startServer(options: ServerOptions): Promise<PostgresServer> {
  const { home, log } = options
  const saved = new URL((await readFile(home.url, 'utf8')).trim())
  const left = await runningPostmaster(home)
  if (
    left !== undefined &&
    (await isReady(withPort(saved, left.port), () => isPostmaster(left.pid, home), log))
  ) {
    log.info(`Takes over the embedded PostgreSQL that still runs (process ${left.pid}, port ${left.port})`)
    return await running(options, left, withPort(saved, left.port))
  }
  return await launch(options, saved)
}

const maxLaunchAttempts = 20

async function launch(options: ServerOptions, saved: URL): Promise<PostgresServer> {
  const { home, log, samePort = false } = options
  await rotateLog(home.log)
  for (let attempt = 1; ; attempt++) {
    const port = samePort ? Number(saved.port) : await freePort(Number(saved.port))
    const url = withPort(saved, port)
    const logStart = (await stat(home.log).catch(ignoreMissing))?.size ?? 0
    const child = await spawnServer(options, port)
    const { pid } = child
    const alive = async () => lives(child)
    if (pid !== undefined) {
      try {
        if (await isReady(url, alive, log)) return await running(options, { pid, port }, url, child)
      } catch (error) {
        // It would keep running without the service that started it.
        await shutDown(pid, alive, log)
        throw error
      }
    }
    const output = (await readFile(home.log, 'utf8')).slice(logStart)
    // The port was taken in between, or the last processes of a killed server are still exiting.
    const passing = /Address already in use|pre-existing shared memory block/.test(output)
    if (!passing || attempt === maxLaunchAttempts) {
      const reason = output.split('\n').findLast((line) => line.includes('FATAL:'))
      throw new StartError(
        `The embedded PostgreSQL does not start: ${reason?.replace(/^.*FATAL:\s*/, '') ?? 'it ended at once'}. Its log is ${home.log}`,
      )
    }
    await setTimeout(500)
  }
}

async function spawnServer(
  { home, postgres, account, durable, maxConnections }: ServerOptions,
  port: number,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and values contain message text, which must not reach a log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(maxConnections === undefined ? {} : { max_connections: String(maxConnections) }),
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(home.log, 'a', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(
      `The log of the embedded PostgreSQL ${home.log} cannot be written (${cause.code}). Let this user write to it, or move it away.`,
      { cause },
    )
  })
  try {
    await giveToOwnerOf(path.dirname(home.log), home.log)
    const child = spawn(postgres, ['-D', home.data, ...args], {
      ...spawnOptions(account),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

async function running(
  { home, log }: ServerOptions,
  { pid }: Postmaster,
  url: URL,
  child?: ChildProcess,
): Promise<PostgresServer> {
  await writePrivateFile(home.url, `${url.href}\n`)
  const stopping = new AbortController()
  const alive = async () => (child === undefined ? await isPostmaster(pid, home) : lives(child))
  const ended = child === undefined ? endOf(alive, stopping.signal) : exitOf(child)
  const stop = async () => {
    stopping.abort()
    await shutDown(pid, alive, log)
  }
  return { url: url.href, ended, stop }
}

async function exitOf(child: ChildProcess): Promise<string> {
  if (lives(child)) await once(child, 'exit')
  return String(child.signalCode ?? child.exitCode)
}

const watchIntervalMs = 1_000

/** Polls a server that another process started, because its exit cannot be observed. */
async function endOf(alive: () => Promise<boolean>, signal: AbortSignal): Promise<string> {
  while (!signal.aborted && (await alive())) {
    await setTimeout(watchIntervalMs, undefined, { signal, ref: false }).catch(() => {})
  }
  return 'unknown reason'
}

/** Fast shutdown: rolls back open transactions and writes everything committed. */
async function shutDown(pid: number, alive: () => Promise<boolean>, log: StartLog): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
  ] as const) {
    if (!(await alive())) return
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += 25) {
      if (!(await alive())) return
      await setTimeout(25)
    }
    log.warn(`The embedded PostgreSQL (process ${pid}) does not end ${seconds} s after ${signal}`)
  }
}

/**
 * Returns the running server of this cluster. A stale `postmaster.pid` is removed when its pid now belongs to another
 * process, because PostgreSQL would refuse to start; PostgreSQL itself checks for remaining processes of a dead server.
 */
async function runningPostmaster(home: ClusterHome): Promise<Postmaster | undefined> {
  const file = `${home.data}/postmaster.pid`
  const content = await readFile(file, 'utf8').catch(ignoreMissing)
  if (content === undefined) return undefined
  // Line 1 is the pid, line 4 the port.
  const [pid, , , port] = content.split('\n').map(Number)
  if (pid && port && (await isPostmaster(pid, home))) return { pid, port }
  if (!pid || (await processCommand(pid)) !== undefined) await unlink(file).catch(ignoreMissing)
  return undefined
}

async function isPostmaster(pid: number, home: ClusterHome): Promise<boolean> {
  const command = await processCommand(pid)
  return command !== undefined && command.includes(`postgres -D ${home.data} `)
}

/** Returns the command line of a running process, joined by spaces; undefined when it cannot be read. */
async function processCommand(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const { code, output } = await run('ps', ['-o', 'command=', '-p', String(pid)], undefined)
    return code === 0 && output !== '' ? output : undefined
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command === '' ? undefined : command.replaceAll('\0', ' ').trim()
}

function lives(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

const noteIntervalMs = 10_000
/** Accepts connections but sends nothing, for example because its disk has stalled. */
const maxSilenceMs = 120_000
/** 57P03 cannot_connect_now: starting, recovering or shutting down. */
const notReady = new Set(['ECONNREFUSED', 'ECONNRESET', '57P03'])

/** Resolves when the server accepts connections. Waits as long as it runs and responds: crash recovery may take long. */
async function isReady(url: URL, alive: () => Promise<boolean>, log: StartLog): Promise<boolean> {
  let respondedAt = performance.now()
  let noteAt = respondedAt + noteIntervalMs
  while (await alive()) {
    const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    const refusal = await client.connect().then(
      () => undefined,
      (error: DatabaseError) => error,
    )
    await client.end()
    if (refusal === undefined) return true
    const now = performance.now()
    // The timeout of `pg` has no code.
    const isSilent = refusal.message === 'timeout expired'
    if (!isSilent) respondedAt = now
    if (isSilent && now - respondedAt > maxSilenceMs)
      throw new StartError(
        `The embedded PostgreSQL accepts connections but has sent nothing for ${maxSilenceMs / 1000} s. Check its disk, and stop the process if it hangs.`,
      )
    if (!isSilent && !notReady.has(refusal.code ?? '')) {
      throw new StartError(`The embedded PostgreSQL does not let Parley in: ${refusal.message}`, {
        cause: refusal,
      })
    }
    if (now >= noteAt) {
      log.info('The embedded PostgreSQL is still getting ready')
      noteAt = now + noteIntervalMs
    }
    await setTimeout(50)
  }
  return false
}

function withPort(url: URL, port: number): URL {
  const changed = new URL(url)
  changed.port = String(port)
  return changed
}

const maxLogBytes = 8 * 1024 * 1024

/** Keeps one older file. The log grows by a few lines per start. */
async function rotateLog(file: string): Promise<void> {
  const stats = await stat(file).catch(ignoreMissing)
  if (stats !== undefined && stats.size > maxLogBytes) await rename(file, `${file}.1`)
}
