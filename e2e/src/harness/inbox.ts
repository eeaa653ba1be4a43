import type { Locator, Page } from 'playwright-core'

/** Page object of the panel's inbox: finds elements by English roles and names. */
export interface Inbox {
  /** One per conversation of the view. */
  rows: Locator
  /** The row with this text in its name or preview. */
  row(text: string | RegExp): Locator
  /** Switches the view (Mine, Unassigned, All open, Closed) and waits until its list has replaced the one before. */
  view(name: string): Promise<void>
  conversation: Locator
  heading: Locator
  log: Locator
  /** One per message, oldest first. */
  messages: Locator
  texts: Locator
  message(text: string): Locator
  composer: Locator
  /** Opens the row's conversation and waits for its messages, not those of the conversation before. */
  openRow(text: string | RegExp): Promise<void>
  /** Sends a message and waits until the log shows it. */
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
      const views = page.getByRole('navigation', { name: 'Views' })
      const current = page.locator('[aria-current=page]')
      const link = views.getByRole('link', { name })
      await link.click()
      // The pressed link is current at once, the one before it until the list is replaced.
      await link.and(current).waitFor()
      await views.locator(current).nth(1).waitFor({ state: 'detached' })
    },
    conversation,
    heading: conversation.getByRole('heading', { level: 2 }),
    log,
    messages,
    texts: log.locator('article p'),
    message: (text) => messages.filter({ hasText: text }),
    composer,
    async openRow(text) {
      const link = row(text)
      const id = await link.getAttribute('data-row')
      const isOpen = new URL(page.url()).pathname.endsWith(`/${id}`)
      const before = isOpen ? [] : await conversation.elementHandles()
      await link.click()
      for (const each of before) await each.waitForElementState('hidden')
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
