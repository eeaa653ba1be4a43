import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Runs after `npm install`, with the Node pinned in package.json; npm itself runs with the machine's. If that is older, npm silently
 * skips optional packages that require a newer Node, among them native parts of the build tools (with Node 18: Vite, Vitest,
 * oxlint and oxfmt do not start). In that case this installs once more with the pinned Node.
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
