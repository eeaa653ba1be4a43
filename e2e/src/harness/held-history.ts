import type { Locator, Page } from 'playwright-core'

/** Delays responses to requests for older messages until they are released. */
export interface HeldHistory {
  /** Starts delaying; earlier responses pass. */
  hold(): void
  /** Resolves when a response is held. */
  isAsked(): boolean
  release(): void
}

/** Call before the page connects. */
export async function routeHistory(page: Page): Promise<HeldHistory> {
  let holds = false
  let asked = 0
  let released = 0
  let pass = () => {}
  await page.routeWebSocket(/\/v1\/(public\/)?socket$/, (socket) => {
    const held: (string | Buffer)[] = []
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      if (holds && frame.includes('"message.history"')) asked += 1
      server.send(frame)
    })
    server.onMessage((frame) => {
      if (asked > released) held.push(frame)
      else socket.send(frame)
    })
    pass = () => {
      for (const frame of held.splice(0)) socket.send(frame)
    }
  })
  return {
    hold() {
      holds = true
    },
    isAsked: () => asked > released,
    release() {
      released = asked
      pass()
    },
  }
}

export interface Reading {
  text: string
  /** Offset of the text from the top of the log in pixels. An article begins above it with the sender's name, if it is the first of a group. */
  top: number
}

/** The topmost message that is at least partly visible, once the log no longer scrolls. */
export async function firstInSight(log: Locator): Promise<Reading | null> {
  for (let before = await topmost(log); ;) {
    await frames(log)
    const reading = await topmost(log)
    if (reading?.text === before?.text && reading?.top === before?.top) return reading
    before = reading
  }
}

function topmost(log: Locator): Promise<Reading | null> {
  return log.evaluate((element) => {
    const edge = element.getBoundingClientRect().top
    const article = [...element.querySelectorAll('article')].find(
      (one) => one.getBoundingClientRect().bottom > edge,
    )
    const paragraph = article?.querySelector('p')
    const text = paragraph?.textContent
    return paragraph && text ? { text, top: paragraph.getBoundingClientRect().top - edge } : null
  })
}

/** Position of the message with this text, in the form of `firstInSight`. */
export function topOf(log: Locator, text: string): Promise<number | undefined> {
  return log.evaluate((element, text) => {
    const paragraph = [...element.querySelectorAll('article p')].find((one) => one.textContent === text)
    return paragraph && paragraph.getBoundingClientRect().top - element.getBoundingClientRect().top
  }, text)
}

/** Scrolls with the wheel and waits until the page was rendered. */
export async function wheel(log: Locator, pixels: number): Promise<void> {
  await log.page().mouse.wheel(0, pixels)
  await frames(log)
}

const frames = (log: Locator) =>
  log.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
