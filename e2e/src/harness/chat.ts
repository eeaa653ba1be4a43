import type { Locator, Page } from 'playwright-core'

/** The widget on a page, as a visitor finds it: by roles and names, in whatever language it speaks. */
export interface Chat {
  /** Everything of the widget. */
  widget: Locator
  launcher: Locator
  window: Locator
  log: Locator
  /** One for each message, oldest first. */
  messages: Locator
  /** Their words alone. */
  texts: Locator
  composer: Locator
  /** Opens it by a click, and waits until one can write. */
  open(): Promise<void>
  /** Writes, and waits until the message stands in the log of the window. */
  say(text: string): Promise<void>
  /** The message with this text. */
  message(text: string): Locator
}

export function chatOn(page: Page): Chat {
  const widget = page.locator('parley-widget')
  const log = widget.getByRole('log')
  const window = widget.getByRole('dialog').filter({ has: page.getByRole('log') })
  const composer = window.getByRole('textbox')
  // The greeting is drawn like a message, but is none.
  const messages = log.getByRole('article')
  const launcher = widget.locator('button[aria-haspopup=dialog]')
  return {
    widget,
    launcher,
    window,
    log,
    messages,
    texts: log.locator('article p'),
    composer,
    async open() {
      await launcher.click()
      await composer.waitFor()
    },
    async say(text) {
      await composer.fill(text)
      await composer.press('Enter')
      await messages.filter({ hasText: text }).last().waitFor()
    },
    message: (text) => messages.filter({ hasText: text }),
  }
}
