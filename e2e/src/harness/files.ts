import type { Page } from 'playwright-core'

/** A file in Playwright's format. */
export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export const textFile = (name: string, text = 'A list of teapots\n', mimeType = 'text/plain'): TestFile => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})

/** A file of this many arbitrary bytes. */
export const bigFile = (name: string, bytes: number): TestFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, 'teapot'),
})

/** An image of this size, drawn on a canvas. */
export async function drawnPng(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
