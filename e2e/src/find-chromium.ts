import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

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
  for (const candidate of [...onPath(), ...macApplications, chromium.executablePath()]) {
    const found = isExecutable(candidate) ? await probe(candidate) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function onPath(): string[] {
  const directories = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((directory) => directory !== '')
  return names.flatMap((name) => directories.map((directory) => path.join(directory, name)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function probe(file: string): Promise<FoundChromium | undefined> {
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: 20_000 }, (error, output) => {
      const version = Number(/\b(?:Chromium|Chrome)\D* (\d+)\./.exec(output)?.[1])
      resolve(error === null && version >= oldestChromium ? { path: file, version } : undefined)
    })
  })
}
