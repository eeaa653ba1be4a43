import type { CDPSession, Locator, Page } from 'playwright-core'

/** A window of the panel with a session that reads its main thread's clock. */
export interface Window {
  page: Page
  session: CDPSession
}

/** In milliseconds. */
export interface Selection {
  untilShown: number
  /** Processor time of the main thread, also for what follows the first frame. Other programs do not count. */
  mainThread: number
}

const settleMs = 300

/** Presses the row and measures until the frame that shows `text` in the conversation. */
export async function watchSelection(
  { page, session }: Window,
  link: Locator,
  text: string,
): Promise<Selection> {
  // Finding a row by its role takes the main thread longer than the press.
  const element = await link.elementHandle()
  const before = await mainThreadMs(session)
  const time = page.evaluate(untilShown, text)
  // Without moving the pointer: hovering is the caller's choice.
  await element?.dispatchEvent('click')
  const shownAfter = await time
  await page.waitForTimeout(settleMs)
  return { untilShown: shownAfter, mainThread: (await mainThreadMs(session)) - before }
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** What the browser itself needs: a press that changes one text, which is shown with the next frame. */
export async function measureFloor(window: Window, rounds: number): Promise<Selection[]> {
  const { page } = window
  await page.evaluate(() => {
    const button = document.createElement('button')
    const log = document.createElement('div')
    button.id = 'bench-floor'
    log.setAttribute('role', 'log')
    button.addEventListener('click', () => (log.innerHTML = `<article>${button.title}</article>`))
    document.body.append(button, log)
  })
  const times: Selection[] = []
  for (let round = 1; round <= rounds; round++) {
    const text = `Floor ${round}`
    const button = page.locator('#bench-floor')
    await button.evaluate((element, title) => element.setAttribute('title', title), text)
    times.push(await watchSelection(window, button, text))
  }
  await page.evaluate(() => {
    document.querySelector('#bench-floor + [role=log]')?.remove()
    document.querySelector('#bench-floor')?.remove()
  })
  return times
}

/** Runs in the page. Resolves to milliseconds from the next click to the end of the first frame with the text. */
async function untilShown(text: string): Promise<number> {
  const pressedAt = await new Promise<number>((resolve) =>
    addEventListener('click', () => resolve(performance.now()), { once: true, capture: true }),
  )
  const isShown = () =>
    [...document.querySelectorAll('[role=log] article')].some((article) => article.textContent.includes(text))
  if (!isShown())
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isShown()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  // A task after a frame callback runs when that frame has been rendered.
  await new Promise<void>((resolve) => requestAnimationFrame(() => void setTimeout(resolve)))
  return performance.now() - pressedAt
}
