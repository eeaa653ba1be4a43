import { installPackages, isDebian, isRoot } from './debian-package.ts'
import { isExecutable, onPath } from './executables.ts'

const findFfmpeg = (): string | undefined => onPath(['ffmpeg']).find(isExecutable)

/** Runs before the browser tests, which play recordings with ffmpeg: finds it, or installs Debian's package as root on Debian. */
function ensure(): string {
  const found = findFfmpeg()
  if (found !== undefined) return found
  if (isDebian() && isRoot) installPackages('ffmpeg', ['ffmpeg'])
  const installed = findFfmpeg()
  if (installed !== undefined) return installed
  throw new Error(
    'The browser tests of recordings need ffmpeg, and it could not be installed. Install it (Debian and Ubuntu: apt-get ' +
      'install ffmpeg; macOS: brew install ffmpeg) and run npm run e2e again. `npm run check` has all tests that need no browser.',
  )
}

try {
  console.log(`Browser tests use ffmpeg at ${ensure()}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
