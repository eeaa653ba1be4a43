import type { Browser, CDPSession, Page } from 'playwright-core'

/** Main-thread time of one visit, in milliseconds. */
export interface Visit {
  /** From the navigation until two seconds after the load event. */
  load: number
  /** From the click on the launcher, or at the same moment of the empty page, until two seconds after. */
  open: number
  /** Until the window can be written in; 0 on the empty page. */
  clickToOpen: number
}

const settleMs = 2_000
const throttle = 4

export async function measureVisit(browser: Browser, address: string, hasWidget: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // The thread's own time: other programs of the machine do not count.
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
    // Without the pointer's way: hovering would fetch the chat before the click.
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

/** Work that a page does after its last visible change belongs to it too. */
const settle = (page: Page) => page.waitForTimeout(settleMs)

/** Time that the page's main thread has spent in tasks. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
