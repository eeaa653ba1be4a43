import { execFile } from 'node:child_process'
import { isExecutable, onPath } from './executables.ts'

export type FoundFirefox = { path: string; version: number }

/** The oldest that these tests were run with; older ones lack commands of WebDriver BiDi that Playwright gives. */
export const oldestFirefox = 153

const names = ['firefox-esr', 'firefox']

const macApplication = '/Applications/Firefox.app/Contents/MacOS/firefox'

/**
 * The Firefox for the tests: $PARLEY_FIREFOX, else one on the PATH, else the application of macOS. Each is run once: Ubuntu's
 * is a stub of a snap, which cannot read the profiles that tests make.
 * @throws when $PARLEY_FIREFOX is set and is not a Firefox that runs
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
