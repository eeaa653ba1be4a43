import type { Locator, Page } from 'playwright-core'

/** The panel's inbox, as an agent finds it: by roles and names, in English. */
export interface Inbox {
  /** One for each conversation of the view. */
  rows: Locator
  /** The row whose name or last line says this. */
  row(text: string | RegExp): Locator
  /** Goes to another view: Mine, Unassigned, All open, Closed. */
  view(name: string): Promise<void>
  conversation: Locator
  heading: Locator
  log: Locator
  /** One for each message, oldest first. */
  messages: Locator
  texts: Locator
  message(text: string): Locator
  composer: Locator
  /** Opens the conversation of this row, and waits until its messages are there. */
  openRow(text: string | RegExp): Promise<void>
  /** Writes, and waits until the message stands in the log. */
  say(text: string): Promise<void>
  action(name: string): Locator
}

export function inboxOn(page: Page): Inbox {
  const rows = page.getByRole('list', { name: /^Conversations/ }).getByRole('link')
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  const log = conversation.getByRole('log')
  const messages = log.getByRole('article')
  const composer = conversation.getByRole('textbox', { name: /^Message to/ })
  const row = (text: string | RegExp) => rows.filter({ hasText: text })
  return {
    rows,
    row,
    async view(name) {
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click()
    },
    conversation,
    heading: conversation.getByRole('heading', { level: 2 }),
    log,
    messages,
    texts: log.locator('article p'),
    message: (text) => messages.filter({ hasText: text }),
    composer,
    async openRow(text) {
      await row(text).click()
      await messages.first().waitFor()
    },
    async say(text) {
      await composer.fill(text)
      await composer.press('Enter')
      await messages.filter({ hasText: text }).last().waitFor()
    },
    action: (name) => conversation.getByRole('button', { name, exact: true }),
  }
}
