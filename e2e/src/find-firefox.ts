import { execFile } from 'node:child_process'
import { isExecutable, onPath } from './executables.ts'

export type FoundFirefox = { path: string; version: number }

/** The oldest tested version; older ones lack WebDriver BiDi commands that Playwright sends. */
export const oldestFirefox = 153

const names = ['firefox-esr', 'firefox']

const macApplication = '/Applications/Firefox.app/Contents/MacOS/firefox'

/**
 * Finds Firefox: $PARLEY_FIREFOX, then the PATH, then the macOS application. Each candidate is run once: Ubuntu's
 * is a snap stub, which cannot read the profiles of tests.
 * @throws if $PARLEY_FIREFOX is set and is not a working Firefox
 */
export async function findFirefox(): Promise<FoundFirefox | undefined> {
  const chosen = process.env['PARLEY_FIREFOX']
  for (const candidate of chosen ? [chosen] : [...onPath(names), macApplication]) {
    const found = isExecutable(candidate) ? await probe(candidate) : undefined
    if (found !== undefined) return found
  }
  if (!chosen) return undefined
  throw new Error(
    `PARLEY_FIREFOX is "${chosen}", which is no Firefox ${oldestFirefox} or newer that runs here.`,
  )
}

function probe(file: string): Promise<FoundFirefox | undefined> {
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: 20_000 }, (error, output) => {
      const version = Number(/\bFirefox (\d+)\./.exec(output)?.[1])
      resolve(error === null && version >= oldestFirefox ? { path: file, version } : undefined)
    })
  })
}
