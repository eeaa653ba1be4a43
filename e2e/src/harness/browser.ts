import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { keepPicture } from './pictures.ts'

/** One person's browser: cookies and storage of their own. */
export interface Profile {
  context: BrowserContext
  /** A new tab, at this address. */
  open(address: string): Promise<Page>
  /** What may stand in the console without failing the test. */
  expectErrors(...patterns: RegExp[]): void
  /** Everything of level error so far: messages, uncaught exceptions, refusals by a content security policy. */
  errors(): readonly string[]
  close(): Promise<void>
}

export interface BrowserOfTests {
  /** Closed after the test, or at the end of the file when it was made outside of one. */
  profile(options?: BrowserContextOptions): Promise<Profile>
}

const flags = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names of hosts for pages that do not come from localhost.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
]

/** A wait that finds nothing should say so before the test's own time is over. */
const patience = 15_000

/** Whether a mistake of a page was allowed for, kept for each profile. */
interface Watch {
  profile: Profile
  unexpected(): string[]
}

/**
 * A Chromium for one file of tests, as useProfiles().
 *
 * @param more flags of this browser alone, asked for when it is started
 */
export function useBrowser(more: () => Promise<string[]> = async () => []): BrowserOfTests {
  return useProfiles(async () =>
    chromium.launch({ executablePath: inject('chromiumPath'), args: [...flags, ...(await more())] }),
  )
}

/**
 * A browser for one file of tests. Any error on any page fails the test in which it happens, unless the test said
 * that it would come.
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

  /** How it looked when it failed: a picture of each page. */
  async function keepFailure(test: string): Promise<void> {
    const pages = [...watches].flatMap(({ profile }) => profile.context.pages())
    const name = test.replaceAll(/[^\w]+/g, '-').slice(0, 80)
    for (const [index, page] of pages.entries()) {
      await keepPicture(page, `failed-${name}-${index + 1}`).catch(() => {})
    }
  }

  return {
    async profile(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        ...options,
      })
      context.setDefaultTimeout(patience)
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
      close: () => (closed ??= context.close()),
    },
  }
}
