import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findChromium, oldestChromium, type FoundChromium } from './find-chromium.ts'

/**
 * Run before the browser tests: finds a Chromium, else installs one. Debian's own when this is Debian and root, for it brings
 * the libraries along; else Playwright's download, which needs no rights.
 */
const isRoot = process.getuid?.() === 0

/** With fonts for Arabic and emoji, which a bare server lacks. */
const packages = ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji']

async function install(): Promise<FoundChromium> {
  if (isDebian() && isRoot) installPackage()
  const packaged = await findChromium()
  if (packaged !== undefined) return packaged
  installDownload()
  const downloaded = await findChromium()
  if (downloaded !== undefined) return downloaded
  throw new Error(
    `The browser tests need Chromium ${oldestChromium} or newer, and none could be installed. Install it (Debian: apt-get install chromium; ` +
      'Ubuntu: npx playwright-core install --with-deps chromium; macOS: Google Chrome), or set PARLEY_CHROMIUM to the path ' +
      'of one, and run npm run e2e again. `npm run check` has all tests that need no browser.',
  )
}

/** Ubuntu is another case: its package is only a stub that asks for snap. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function installPackage(): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], environment)
  const add = () => aptGet('install', '-y', '--no-install-recommends', ...packages)
  // A fresh machine knows no packages yet; an old one knows versions that are gone.
  if (!add() && aptGet('update')) add()
}

function installDownload(): void {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js')
  // On Debian the package has just failed, and the libraries would come from the same place.
  const libraries = isRoot && process.platform === 'linux' && !isDebian() ? ['--with-deps'] : []
  run(process.execPath, [cli, 'install', ...libraries, 'chromium'], process.env)
}

/** Whether it succeeded. What it prints goes to the terminal: a download takes a while. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  console.log(`No Chromium here. ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { env, stdio: 'inherit', timeout: 15 * 60_000 }).status === 0
}

try {
  const found = (await findChromium()) ?? (await install())
  console.log(`Browser tests use Chromium ${found.version} at ${found.path}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
