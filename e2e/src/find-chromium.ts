import { execFile } from 'node:child_process'
import { chromium } from 'playwright-core'
import { isExecutable, onPath } from './executables.ts'

export type FoundChromium = { path: string; version: number }

/** Older ones lack what the widget's own browsers list asks for. */
export const oldestChromium = 120

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser for the tests: $PARLEY_CHROMIUM, else one on the PATH, else an application of macOS, else Playwright's own download.
 * Each is run once, for a file may be there and not work (a snap's stub, a missing library).
 * @throws when $PARLEY_CHROMIUM is set and is not a Chromium that runs
 */
export async function findChromium(): Promise<FoundChromium | undefined> {
  const chosen = process.env['PARLEY_CHROMIUM']
  if (chosen) {
    const found = await probe(chosen)
    if (found !== undefined) return found
    throw new Error(
      `PARLEY_CHROMIUM is "${chosen}", which is no Chromium ${oldestChromium} or newer that runs here.`,
    )
  }
  for (const candidate of [...onPath(names), ...macApplications, chromium.executablePath()]) {
    const found = isExecutable(candidate) ? await probe(candidate) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function probe(file: string): Promise<FoundChromium | undefined> {
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: 20_000 }, (error, output) => {
      const version = Number(/\b(?:Chromium|Chrome)\D* (\d+)\./.exec(output)?.[1])
      resolve(error === null && version >= oldestChromium ? { path: file, version } : undefined)
    })
  })
}
