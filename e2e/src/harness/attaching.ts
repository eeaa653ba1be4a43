import type { Locator, Page } from 'playwright-core'
import type { TestFile } from './files.ts'

/** Selects files as a file dialog does, after a click on the button. */
export async function choose(page: Page, button: Locator, ...files: TestFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  // 26 MB take longer than Playwright's default on a busy machine.
  await chooser.setFiles(files, { timeout: 45_000 })
}

/**
 * Pastes or drops onto an element, with the events that a browser sends.
 *
 * @param texts what else is on the clipboard, by type
 * @returns whether the browser's own reaction was prevented
 */
export function give(
  target: Locator,
  how: 'paste' | 'drop',
  { name, mimeType, buffer }: TestFile,
  texts: Record<string, string> = {},
): Promise<boolean> {
  return target.evaluate(
    (element, { how, name, mimeType, base64, texts }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: mimeType }))
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text)
      const options = { bubbles: true, cancelable: true, composed: true }
      if (how === 'paste') {
        return !element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }))
      }
      return ['dragenter', 'dragover', 'drop'].map(
        (type) => !element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: transfer })),
      )[2]!
    },
    { how, name, mimeType, base64: buffer.toString('base64'), texts },
  )
}
