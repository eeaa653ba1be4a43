/** As Playwright takes a file. */
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

/** As many bytes as wanted, of no meaning. */
export const bigFile = (name: string, bytes: number): TestFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, 'teapot'),
})
