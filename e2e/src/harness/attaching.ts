import type { Locator, Page } from 'playwright-core'
import type { TestFile } from './files.ts'

/** Selects files as a file dialog does, after a click on the button. */
export async function choose(page: Page, button: Locator, ...files: TestFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  // 26 MB take longer than Playwright's default on a busy machine.
  await chooser.setFiles(files, { timeout: 45_000 })
}

/** Pastes or drops onto an element, with the events that a browser sends. */
export function give(
  target: Locator,
  how: 'paste' | 'drop',
  { name, mimeType, buffer }: TestFile,
): Promise<void> {
  return target.evaluate(
    (element, { how, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: mimeType }))
      const options = { bubbles: true, cancelable: true, composed: true }
      if (how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }))
        return
      }
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: transfer }))
      }
    },
    { how, name, mimeType, base64: buffer.toString('base64') },
  )
}
