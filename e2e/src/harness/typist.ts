import type { Locator } from 'playwright-core'

/**
 * Writes many messages into a composer, each as its own input and Enter, as fast as the page takes them.
 * In the page, because a round trip for every key would make the page wait for us.
 */
export function writeMany(composer: Locator, texts: readonly string[]): Promise<void> {
  return composer.evaluate(async (field: HTMLElement, texts) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
    // A macrotask: both frameworks draw in between.
    const drawn = () => new Promise((resolve) => setTimeout(resolve))
    for (const text of texts) {
      set?.call(field, text)
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
      await drawn()
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true }),
      )
      await drawn()
    }
  }, texts)
}
