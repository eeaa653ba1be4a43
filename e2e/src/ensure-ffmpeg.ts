import { installPackages, isDebian, isRoot } from './debian-package.ts'
import { isExecutable, onPath } from './executables.ts'

const findFfmpeg = (): string | undefined => onPath(['ffmpeg']).find(isExecutable)

/** Runs before the integration and browser tests, which play recordings with ffmpeg: finds it, or installs Debian's package as root on Debian. */
function ensure(): string {
  const found = findFfmpeg()
  if (found !== undefined) return found
  if (isDebian() && isRoot) installPackages('ffmpeg', ['ffmpeg'])
  const installed = findFfmpeg()
  if (installed !== undefined) return installed
  throw new Error(
    'The tests of recordings need ffmpeg, and it could not be installed. Install it (Debian and Ubuntu: apt-get ' +
      'install ffmpeg; macOS: brew install ffmpeg) and run the tests again.',
  )
}

try {
  console.log(`Tests use ffmpeg at ${ensure()}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
