import { createRequire } from 'node:module'
import path from 'node:path'
import { installPackages, isDebian, isRoot, run } from './debian-package.ts'
import { findChromium, findShell, oldestChromium, type FoundChromium } from './find-chromium.ts'

/**
 * Runs before the browser tests: finds Chromium or installs it. As root on Debian, it installs Debian's package, which includes
 * the libraries; otherwise Playwright's download, which requires no privileges.
 */

/** Includes fonts for Arabic and emoji, which servers usually lack. */
const packages = ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji']

/** Optional: without the headless shell, the tests take longer. */
async function installShell(complete: FoundChromium): Promise<FoundChromium> {
  const found = await findShell()
  if (found !== undefined && found.path !== complete.path) return found
  if (isDebian() && isRoot && !process.env['PARLEY_CHROMIUM'])
    installPackages('headless shell of Chromium', ['chromium-headless-shell'])
  return (await findShell()) ?? complete
}

async function install(): Promise<FoundChromium> {
  if (isDebian() && isRoot) installPackages('Chromium', packages)
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

function installDownload(): void {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js')
  // On Debian the package has just failed, and the libraries have the same source.
  const libraries = isRoot && process.platform === 'linux' && !isDebian() ? ['--with-deps'] : []
  run('Chromium', process.execPath, [cli, 'install', ...libraries, 'chromium'], process.env)
}

try {
  const found = (await findChromium()) ?? (await install())
  const shell = await installShell(found)
  console.log(
    `Browser tests use Chromium ${found.version} at ${found.path} and ${shell.version} at ${shell.path}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
