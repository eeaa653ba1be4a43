import type { Browser, CDPSession, Page } from 'playwright-core'

/** Main-thread time of one visit, in milliseconds. */
export interface Visit {
  /** From the navigation until two seconds after the load event. */
  load: number
  /** From the click on the launcher, or on the empty page, until two seconds after the chat has opened. */
  open: number
  /** From the click until the composer is visible; 0 on the empty page. */
  clickToOpen: number
}

const settleMs = 2_000
const throttle = 4

export async function measureVisit(browser: Browser, address: string, hasWidget: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // CPU time of the thread, so that other processes do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const launcher = page.locator('parley-widget button[aria-haspopup=dialog]')

  const before = await busyMs(session)
  await page.goto(address)
  if (hasWidget) await launcher.waitFor()
  await settle(page)
  const loaded = await busyMs(session)
  const clickedAt = performance.now()
  let clickToOpen = 0
  if (hasWidget) {
    // No pointer: hovering would fetch the chat before the click.
    await launcher.evaluate((button: HTMLElement) => button.click())
    await page.locator('parley-widget textarea').waitFor()
    clickToOpen = performance.now() - clickedAt
  } else {
    await page.evaluate(() => document.body.click())
  }
  await settle(page)
  const opened = await busyMs(session)
  await context.close()
  return { load: loaded - before, open: opened - loaded, clickToOpen }
}

/** Includes work after the last visible change. */
const settle = (page: Page) => page.waitForTimeout(settleMs)

/** Total task time of the page's main thread. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
