import type { Browser, CDPSession, Page } from 'playwright-core'

/** Main-thread time of one visit, in milliseconds. */
export interface Visit {
  /** From the navigation until three seconds after the load event. */
  load: number
  /** From the click on the launcher, or on the empty page, until three seconds after the composer is in the document. */
  open: number
  /** From the click until the composer is in the document; 0 on the empty page. */
  clickToOpen: number
}

const settleMs = 3_000
const throttle = 4

export async function measureVisit(browser: Browser, address: string, hasWidget: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // CPU time of the thread, so that other processes do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })

  const before = await busyMs(session)
  await page.goto(address)
  // No locator waits here: the script that Playwright would inject for it costs more than the widget.
  await settle(page)
  const loaded = await busyMs(session)
  if (hasWidget) await page.locator(launcher).waitFor({ timeout: 1_000 })
  const opening = await busyMs(session)
  const clickToOpen = hasWidget ? await page.evaluate(openChat, launcher) : await page.evaluate(clickNowhere)
  await settle(page)
  const opened = await busyMs(session)
  await context.close()
  return { load: loaded - before, open: opened - opening, clickToOpen }
}

const launcher = 'button[aria-haspopup=dialog]'

/** Runs in the page; there is no pointer, because hovering would fetch the chat before the click. */
async function openChat(button: string): Promise<number> {
  const shadow = document.querySelector('parley-widget')?.shadowRoot
  const clickedAt = performance.now()
  shadow?.querySelector<HTMLElement>(button)?.click()
  while (!shadow?.querySelector('textarea')) await new Promise((resolve) => setTimeout(resolve, 10))
  return performance.now() - clickedAt
}

function clickNowhere(): number {
  document.body.click()
  return 0
}

/** Includes work after the last visible change. */
const settle = (page: Page) => page.waitForTimeout(settleMs)

/** Total task time of the page's main thread. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
