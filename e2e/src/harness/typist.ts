import type { Locator } from 'playwright-core'

/**
 * Types many messages into a composer, each with its own input event and Enter, as fast as the page accepts them.
 * Runs in the page: a round trip per key would limit the rate.
 */
export function writeMany(composer: Locator, texts: readonly string[]): Promise<void> {
  return composer.evaluate(async (field: HTMLElement, texts) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
    // A macrotask lets both frameworks render in between.
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
