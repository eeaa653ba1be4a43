import { execFile } from 'node:child_process'
import { chromium } from 'playwright-core'
import { isExecutable, onPath } from './executables.ts'

export type FoundChromium = { path: string; version: number }

/** The oldest Chromium that the widget supports. */
export const oldestChromium = 120

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds Chromium: $PARLEY_CHROMIUM, then the PATH, then macOS applications, then Playwright's download.
 * Each candidate is run once: a file may exist and not work (a snap stub, a missing library).
 * @throws if $PARLEY_CHROMIUM is set and is not a working Chromium
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
  return firstWorking([...onPath(names), ...macApplications, chromium.executablePath()])
}

/**
 * Finds Chromium's headless shell, which is faster because it has no user interface, and therefore no permission prompts and no
 * downloads. Falls back to findChromium(), also when $PARLEY_CHROMIUM is set.
 */
export async function findShell(): Promise<FoundChromium | undefined> {
  const shell = process.env['PARLEY_CHROMIUM']
    ? undefined
    : await firstWorking(onPath(['chromium-headless-shell']))
  return shell ?? findChromium()
}

async function firstWorking(candidates: readonly string[]): Promise<FoundChromium | undefined> {
  for (const candidate of candidates) {
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
