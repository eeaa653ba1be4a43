import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface Running {
  pid: number
  stop(): Promise<void>
}

/** Starts a program of this repository with this Node and waits until it prints `ready`. */
export async function start(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  nodeFlags: readonly string[] = [],
): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, [...nodeFlags, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', function read(chunk: Buffer) {
      printed += chunk.toString()
      if (!ready.test(printed)) return
      // Afterwards a program prints only problems.
      child.stdout?.off('data', read).pipe(process.stderr, { end: false })
      resolve()
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${printed}`)))
  })
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.removeAllListeners('exit')
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Node's flags of `npm start`, so that the benchmark measures the same configuration. */
export async function startFlags(): Promise<string[]> {
  const root = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  const flags = /exec node (.*)server\/dist\/parley\.js$/.exec(root.scripts.start)?.[1]
  if (flags === undefined)
    throw new Error('npm start does not run server/dist/parley.js as this benchmark expects')
  return flags.split(' ').filter((flag) => flag !== '')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** CPU time of a process since its start, all threads, in seconds. */
export function processorSeconds(pid: number): number {
  const [user, system] = processTimes(pid)
  return user + system
}

/** CPU time of a process and of all its children, those that have ended included: PostgreSQL has a process per connection. */
export function familySeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  let seconds = processTimes(pid).reduce((sum, time) => sum + time, 0)
  for (const child of children) {
    try {
      seconds += processorSeconds(Number(child))
    } catch {
      // It has just ended.
    }
  }
  return seconds
}

/**
 * CPU time of the kernel's threads that write to disk (`kworker`, `jbd2`), in seconds: of the whole machine, because the kernel does not
 * say for whom they work.
 */
export function writebackSeconds(): number {
  let seconds = 0
  for (const entry of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(entry) && /^(kworker|jbd2)/.test(readFileSync(`/proc/${entry}/comm`, 'utf8')))
        seconds += processorSeconds(Number(entry))
    } catch {
      // It has just ended.
    }
  }
  return seconds
}

/** Seconds: user, system; the same of children that have ended. */
function processTimes(pid: number): [number, number, number, number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain anything; utime, stime, cutime and cstime are fields 12 to 15 after it, in 1/100 s.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields
    .slice(11, 15)
    .map((field) => Number(field) / 100)
  return [user, system, childUser, childSystem]
}
