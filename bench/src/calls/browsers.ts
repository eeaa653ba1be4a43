import { findChromium } from '@parley/e2e/find-chromium'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { installListening } from './listening.ts'
import { microphoneFlags } from './microphone.ts'

export interface Browsers {
  customers: Browser
  agents: Browser
  close(): Promise<void>
}

/** One browser per side: two people have two machines, and here at least two processes. */
export async function openBrowsers(): Promise<Browsers> {
  const found = await findChromium()
  if (!found) throw new Error('There is no Chromium: `npm run e2e` installs one.')
  const [customers, agents] = await Promise.all(
    [1000, 600].map(async (hertz) =>
      chromium.launch({ executablePath: found.path, args: await microphoneFlags(hertz) }),
    ),
  )
  return {
    customers: customers!,
    agents: agents!,
    close: async () => void (await Promise.all([customers!.close(), agents!.close()])),
  }
}

/** A window with access to the microphone that records when it receives sound. */
export async function newWindow(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.grantPermissions(['microphone', 'local-network-access'], { origin })
  await context.addInitScript(installListening)
  return context
}

/** Timeline of both sides until they hear each other, in milliseconds since the agent's click. */
export async function untilBothHear(customer: Page, agent: Page, clickedAt: number): Promise<number> {
  const times = await Promise.all(
    [customer, agent].map(async (page) => {
      const heard = await page.waitForFunction(() => window.heard.firstSound, undefined, { polling: 20 })
      return (await heard.jsonValue()) ?? Number.NaN
    }),
  )
  return Math.max(...times) - clickedAt
}

/** An agent's reaction time before the click, the same for both systems. */
export const thinkingTime = 500
