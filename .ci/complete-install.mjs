import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Runs after `npm install`, on the Node that is pinned in package.json, while npm itself runs on the machine's. When that is an older
 * one, npm silently leaves out every optional package that asks for a newer Node, among them the compiled parts of the
 * build tools (measured with Node 18: Vite, Vitest, oxlint and oxfmt do not start). Then the pinned Node installs once more, and completes it.
 */
const machineNode = Number(/ node\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1])
const pinnedNode = Number(process.versions.node.split('.')[0])

if (machineNode < pinnedNode && !process.env.PARLEY_COMPLETING_INSTALL && missingForThisSystem().length > 0) {
  const npm = process.env.npm_execpath
  const { status } = spawnSync(process.execPath, [npm, 'install', '--no-save', '--loglevel=error'], {
    stdio: 'inherit',
    env: { ...process.env, PARLEY_COMPLETING_INSTALL: '1' },
  })
  process.exitCode = status ?? 1
}

function missingForThisSystem() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const fits = (list, value) => list === undefined || list.includes(value)
  return Object.entries(packages).filter(
    ([directory, entry]) =>
      entry.optional &&
      entry.os?.includes(process.platform) &&
      fits(entry.cpu, process.arch) &&
      fits(entry.libc, libc) &&
      !existsSync(directory),
  )
}
