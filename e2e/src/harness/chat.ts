import type { Locator, Page } from 'playwright-core'

/** Page object of the widget: finds elements by roles and names in the widget's language. */
export interface Chat {
  /** Root of the widget. */
  widget: Locator
  launcher: Locator
  window: Locator
  log: Locator
  /** One per message, oldest first. */
  messages: Locator
  /** Their texts. */
  texts: Locator
  composer: Locator
  /** Opens the chat with a click and waits until the composer is enabled. */
  open(): Promise<void>
  /** Sends a message and waits until the window shows it. */
  say(text: string): Promise<void>
  /** The message with this text. */
  message(text: string): Locator
}

export function chatOn(page: Page): Chat {
  const widget = page.locator('parley-widget')
  const log = widget.getByRole('log')
  const window = widget.getByRole('dialog').filter({ has: page.getByRole('log') })
  const composer = window.getByRole('textbox')
  // The greeting looks like a message but is not one.
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
