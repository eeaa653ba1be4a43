import { installPackages, isDebian, isRoot } from './debian-package.ts'
import { findCoturn } from './find-coturn.ts'

/** Runs before the browser tests: finds coturn, the relay of calls, or installs Debian's package as root on Debian. */
function ensure(): string {
  const found = findCoturn()
  if (found !== undefined) return found
  if (isDebian() && isRoot) installPackages('coturn', ['coturn'])
  const installed = findCoturn()
  if (installed !== undefined) return installed
  throw new Error(
    'The browser tests of calls need coturn, and it could not be installed. Install it (Debian and Ubuntu: apt-get install ' +
      'coturn; macOS: brew install coturn), so that `turnserver` is in the PATH, and run npm run e2e again. `npm run check` ' +
      'has all tests that need no browser.',
  )
}

try {
  console.log(`Browser tests use coturn at ${ensure()}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
