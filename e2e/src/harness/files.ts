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
