import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * `npm run test:previous-release`: runs the service's tests of the last release on the database schema of this checkout. While an
 * upgrade is rolled out, processes of both versions use the new schema.
 */
const root = path.resolve(import.meta.dirname, '..')
const releases = path.join(root, 'server/src/testing/releases/releases.json')

interface Release {
  version: string
  commit: string
  /** Tests that cannot pass although processes of the release work on the new schema. */
  except: { test: string; because: string }[]
  exceptFiles: { file: string; because: string }[]
}

async function run(command: string, options: readonly string[], folder: string): Promise<boolean> {
  const child = spawn(command, options, { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}

async function must(command: string, options: readonly string[], folder: string): Promise<void> {
  if (!(await run(command, options, folder))) throw new Error(`${command} ${options.join(' ')} failed.`)
}

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

async function main(): Promise<void> {
  const release = (JSON.parse(await readFile(releases, 'utf8')) as Release[]).at(-1)
  if (release === undefined) throw new Error(`${releases} has no release.`)
  const { version, commit, except, exceptFiles } = release
  const known = await promisify(execFile)('git', ['cat-file', '-e', `${commit}^{commit}`], {
    cwd: root,
  }).then(
    () => true,
    () => false,
  )
  if (!known) throw new Error(`This clone does not have the commit of ${version}. Run git fetch --unshallow.`)
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-previous-release-'))
  try {
    await must('git', ['clone', '--quiet', '--no-checkout', root, '.'], folder)
    await must('git', ['checkout', '--quiet', commit], folder)
    await must('npm', ['ci', '--no-audit', '--no-fund'], folder)
    await must('npm', ['run', '--silent', 'build'], folder)
    await rm(path.join(folder, 'server/migrations'), { recursive: true })
    await cp(path.join(root, 'server/migrations'), path.join(folder, 'server/migrations'), {
      recursive: true,
    })
    for (const { test, because } of except) console.log(`Not run: "${test}", because ${because}`)
    for (const { file, because } of exceptFiles) console.log(`Not run: ${file}, because ${because}`)
    const names = except.map(({ test }) => escaped(test)).join('|')
    const filter = names === '' ? [] : ['-t', `^(?!.*(${names})).*$`]
    console.log(`Tests of ${version} on the schema of this checkout:`)
    const excluded = exceptFiles.map(({ file }) => `--exclude=${file}`)
    // The release's own limit of 15 s per test is too short for a busy machine.
    const options = ['--project', 'server', '--testTimeout=120000', ...excluded, ...filter]
    const passed = await run('npx', ['vitest', 'run', ...options], folder)
    process.exitCode = passed ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
