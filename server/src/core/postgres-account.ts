import { spawn, type SpawnOptions } from 'node:child_process'
import { StartError } from './start-error.ts'

/** System user that the database runs as; undefined: the user of this process. */
export type Account = { uid: number; gid: number } | undefined

export type Outcome = { code: number | null; output: string; error?: Error }

/**
 * Returns the account for the database. PostgreSQL refuses to run as root, so root uses the owner of the cluster or data
 * dir when that is another user, else the system user `postgres`, which is created if missing.
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
      'PostgreSQL does not run as root, and the system user "postgres" could not be created. ' +
        'Create it (useradd --system postgres), start Parley as a regular user, or set DATABASE_URL.',
    )
  }
  return made
}

/** The first is from the shadow package (most Linux systems), the second from BusyBox and Debian. */
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

/** Runs a program as that account and resolves with its output when it exits. Never rejects. */
export function run(command: string, args: string[], account: Account, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...spawnOptions(account), stdio: 'pipe' })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ code: null, output: error.message, error }))
    child.on('close', (code) => resolve({ code, output: output.trim() }))
    // EPIPE: the program exited before it read everything. Its exit code counts.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/**
 * A clean environment: PGDATA, PGPORT or the locale of the operator's shell must not affect the database. The working
 * directory must be readable for every account, else PostgreSQL's programs fail.
 */
export function spawnOptions(account: Account): SpawnOptions {
  return { ...account, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}

/** Whether the account can enter the directory. Asks the system, which knows modes, ACLs and mount options. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  const outcome = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], account)
  return outcome.code === 0
}
