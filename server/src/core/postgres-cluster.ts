import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writePrivateFile } from './data-dir.ts'
import { run, type Account } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { StartError } from './start-error.ts'

/**
 * Everything of one embedded database:
 *
 *     data/         the complete cluster
 *     data.new/     a cluster being created, or the rest of an interrupted attempt
 *     url           connection URL with password (mode 0600)
 *     server.log    PostgreSQL's log
 *     lock          file lock of the service that uses it, named in lock.holder
 */
export type ClusterHome = { data: string; draft: string; url: string; log: string; lock: string }

export function clusterHome(directory: string): ClusterHome {
  const at = (name: string) => path.join(directory, name)
  return { data: at('data'), draft: at('data.new'), url: at('url'), log: at('server.log'), lock: at('lock') }
}

/** Only the role `parley` can connect, from this machine and with its password; nobody as superuser. */
const accessRules = 'host all parley 127.0.0.1/32 scram-sha-256\n'

/** Creates the cluster if it is missing. An interrupted attempt is discarded. */
export async function ensureCluster(
  home: ClusterHome,
  binaries: PostgresBinaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  const made = await readFile(path.join(home.data, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (made === undefined) return await makeCluster(home, binaries, account, durable)
  if (Number(made) !== binaries.majorVersion) {
    throw new StartError(
      `The embedded database in ${home.data} was created by PostgreSQL ${made.trim()}, and this version of Parley includes ${binaries.majorVersion}. ` +
        'With Parley stopped, run `parley backup` with the version that created it, then `parley restore` with this one and a new PARLEY_DATA_DIR (docs/operating.md, Backups).',
    )
  }
  await giveTo(account, home.data)
  // Missing when the cluster was restored without it.
  if ((await readFile(home.url, 'utf8').catch(ignoreMissing)) === undefined) {
    await setUp(home, home.data, binaries, account, (password) => [
      `alter role parley password '${password}'`,
    ])
  }
}

async function makeCluster(
  home: ClusterHome,
  binaries: PostgresBinaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  await rm(home.draft, { recursive: true, force: true })
  await mkdir(home.draft, { mode: 0o700 })
  if (account !== undefined) await chown(home.draft, account.uid, account.gid)
  // The builtin provider sorts by code point and does not depend on system libraries, whose upgrades can corrupt indexes.
  const { code, output } = await run(
    binaries.initdb,
    [
      `--pgdata=${home.draft}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=reject',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    account,
  )
  if (code !== 0) throw initFailed(home, output)
  await writeFile(path.join(home.draft, 'pg_hba.conf'), accessRules)
  await setUp(home, home.draft, binaries, account, (password) => [
    `create role parley login createdb password '${password}'`,
    'create database parley owner parley',
  ])
  await rename(home.draft, home.data)
}

/** Runs statements in single-user mode, then writes the URL with the new password. */
async function setUp(
  home: ClusterHome,
  data: string,
  binaries: PostgresBinaries,
  account: Account,
  statements: (password: string) => string[],
): Promise<void> {
  const password = randomBytes(24).toString('base64url')
  const args = ['--single', '-D', data, '-c', 'log_min_messages=error', '-c', 'exit_on_error=on', 'postgres']
  const { code, output } = await run(binaries.postgres, args, account, `${statements(password).join('\n')}\n`)
  if (code !== 0) throw initFailed(home, output)
  await writePrivateFile(home.url, `postgres://parley:${password}@127.0.0.1:0/parley\n`)
}

function initFailed(home: ClusterHome, output: string): StartError {
  const reason = output.split('\n').findLast((line) => /error|fatal|could not/i.test(line)) ?? output
  return new StartError(
    `The embedded database could not be created in ${path.dirname(home.data)}: ${reason.replace(/^.*(?:FATAL|ERROR|error):\s*/, '')}`,
  )
}

/** PostgreSQL refuses a cluster with another owner or wide permissions, as copies and restored backups may have. */
async function giveTo(account: Account, data: string): Promise<void> {
  const stats = await stat(data)
  if (account !== undefined && stats.uid !== account.uid) {
    const inside = await readdir(data, { recursive: true })
    for (const name of inside) await chown(path.join(data, name), account.uid, account.gid)
    await chown(data, account.uid, account.gid)
  }
  if ((stats.mode & 0o077) !== 0) await chmod(data, 0o700)
}
