import { installPackages, isDebian, isRoot } from './debian-package.ts'
import { findFirefox, oldestFirefox, type FoundFirefox } from './find-firefox.ts'

/**
 * Runs before the browser tests: finds Firefox or installs Debian's package as root on Debian. A stock Firefox, as
 * people use it: Playwright's download is a patched build. Without Firefox, its tests are skipped.
 */
async function ensure(): Promise<FoundFirefox | undefined> {
  const found = await findFirefox()
  if (found !== undefined || !isDebian() || !isRoot) return found
  installPackages('Firefox', ['firefox-esr'])
  return findFirefox()
}

try {
  const found = await ensure()
  console.log(
    found === undefined
      ? `NOT TESTED: Firefox. There is no Firefox ${oldestFirefox} or newer here. Install it (Debian: apt-get install firefox-esr; macOS: ` +
          'brew install --cask firefox; Ubuntu: the package of packages.mozilla.org), or set PARLEY_FIREFOX to the path of one.'
      : `Browser tests use Firefox ${found.version} at ${found.path}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
