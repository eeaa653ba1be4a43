import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { saveScreenshot } from './screenshots.ts'

/** A browser context with separate cookies and storage. */
export interface Profile {
  context: BrowserContext
  /** A new tab at this URL. */
  open(address: string): Promise<Page>
  /** Allows console errors that match without failing the test. */
  expectErrors(...patterns: RegExp[]): void
  /** All errors so far: console messages, uncaught exceptions, violations of a content security policy. */
  errors(): readonly string[]
  close(): Promise<void>
}

export interface BrowserOfTests {
  /** Closed after the test, or at the end of the file if it was created outside of a test. */
  profile(options?: BrowserContextOptions): Promise<Profile>
}

const flags = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Host names of pages that are not served from localhost.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
]

/** Long enough for a machine with other work, and shorter than a test's time, so that the wait is reported. */
const waitTimeoutMs = 30_000

/** Expected console errors by profile. */
interface Watch {
  profile: Profile
  unexpected(): string[]
}

type MoreFlags = () => Promise<string[]>

/**
 * Chromium's headless shell for one test file, see useProfiles().
 *
 * @param more additional flags, evaluated when the browser starts
 */
export function useBrowser(more: MoreFlags = async () => []): BrowserOfTests {
  return useProfiles(() => launch(inject('shellPath'), more))
}

/** The complete Chromium, for tests of downloads and permission prompts. */
export function useCompleteBrowser(more: MoreFlags = async () => []): BrowserOfTests {
  return useProfiles(() => launch(inject('chromiumPath'), more))
}

const launch = async (executablePath: string, more: MoreFlags): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...flags, ...(await more())] })

/**
 * A browser for one test file. An error on any page fails the test in which it happens, unless the test
 * expects it.
 */
export function useProfiles(launch: () => Promise<Browser>): BrowserOfTests {
  let browser: Browser
  const watches = new Set<Watch>()

  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepFailure(task.name)
    const unexpected = [...watches].flatMap((watch) => watch.unexpected())
    await Promise.all([...watches].map(({ profile }) => profile.close()))
    watches.clear()
    expect(unexpected, 'errors in the pages').toEqual([])
  })
  afterAll(() => browser.close())

  /** Screenshots of all pages of a failed test, and what they show in the output: all that remains of a run in CI. */
  async function keepFailure(test: string): Promise<void> {
    const pages = [...watches].flatMap(({ profile }) => profile.context.pages())
    const name = test.replaceAll(/[^\w]+/g, '-').slice(0, 80)
    for (const [index, page] of pages.entries()) {
      const shown = await page.locator(':root').ariaSnapshot().catch(String)
      console.error(`Page ${index + 1} of ${test}:\n${shown.slice(0, 6000)}`)
      await saveScreenshot(page, `failed-${name}-${index + 1}`).catch(() => {})
    }
  }

  return {
    async profile(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        ...options,
      })
      context.setDefaultTimeout(waitTimeoutMs)
      const watch = watchErrors(context)
      watches.add(watch)
      return watch.profile
    },
  }
}

function watchErrors(context: BrowserContext): Watch {
  const errors: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  let closed: Promise<void> | undefined
  return {
    unexpected: () => errors.filter((error) => !expected.some((pattern) => pattern.test(error))),
    profile: {
      context,
      async open(address) {
        const page = await context.newPage()
        await page.goto(address)
        return page
      },
      expectErrors: (...patterns) => void expected.push(...patterns),
      errors: () => errors,
      close: () => (closed ??= closeContext(context)),
    },
  }
}

/** Requests that a test still answers would fail with errors of the closed context. */
async function closeContext(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}
