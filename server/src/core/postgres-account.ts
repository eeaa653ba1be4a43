import { spawn, type SpawnOptions } from 'node:child_process'
import { StartError } from './start-error.ts'

/** The system user that the database runs as; undefined: the one that runs this process. */
export type Account = { uid: number; gid: number } | undefined

export type Outcome = { code: number | null; output: string; error?: Error }

/**
 * PostgreSQL refuses to run as root, so root lends it a user: the owner of the cluster or the data dir when that is not
 * root (an ordinary user's installation that root starts for once), else the system user `postgres`, made where it is missing.
 */
export async function databaseAccount(owner: { uid: number; gid: number }): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  if (owner.uid !== 0 && (await run('id', ['-u', '-n', String(owner.uid)], undefined)).code === 0) {
    return { uid: owner.uid, gid: owner.gid }
  }
  const found = await systemAccount()
  if (found !== undefined) return found
  for (const [command, ...args] of waysToAddUser) await run(command, args, undefined)
  const made = await systemAccount()
  if (made === undefined) {
    throw new StartError(
      'PostgreSQL does not run as root, and the system user "postgres" could not be made. ' +
        'Make it (useradd --system postgres), start Parley as an ordinary user, or set DATABASE_URL.',
    )
  }
  return made
}

/** The first is of the shadow package (most Linux systems), the second of BusyBox and Debian's own. */
const waysToAddUser: [string, ...string[]][] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
  ['adduser', '--system', '--group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres'],
]

async function systemAccount(): Promise<Account> {
  const [uid, gid] = await Promise.all([
    run('id', ['-u', 'postgres'], undefined),
    run('id', ['-g', 'postgres'], undefined),
  ])
  if (uid.code !== 0 || gid.code !== 0) return undefined
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

/** Runs a program to its end as that account and gathers what it printed; never rejects. */
export function run(command: string, args: string[], account: Account, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...spawnOptions(account), stdio: 'pipe' })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ code: null, output: error.message, error }))
    child.on('close', (code) => resolve({ code, output: output.trim() }))
    // A program that ends before it has read everything is judged by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/**
 * A clean environment, for PGDATA, PGPORT or a locale of the operator's shell must not reach the database. The working
 * directory is one that every account may enter: PostgreSQL's programs fail in a directory they cannot read.
 */
export function spawnOptions(account: Account): SpawnOptions {
  return { ...account, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}

/** Whether the account may pass into that directory: asks the system, which knows of modes, ACLs and mount options. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  const outcome = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], account)
  return outcome.code === 0
}
