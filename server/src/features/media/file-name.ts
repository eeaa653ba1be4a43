/**
 * Returns a safe file name: one segment, valid on every file system, that displays as what it is. Right-to-left overrides
 * display `gpj.exe` as `exe.jpg`, a leading dot hides a file, `\` is a path separator on Windows.
 */
export function cleanFileName(given: string): string {
  const segment = given
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .findLast((part) => part.replace(/[\s.]/g, '') !== '')
  const name = (segment ?? '')
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  const short = shorten(name === '' ? 'file' : name)
  return windowsDevice.test(short) ? `_${short}` : short
}

/** Returns the extension in lower case without the dot, or an empty string. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Control characters, and format characters that reorder or hide text. Not the joiners (U+200C, U+200D), which Persian and
 * emoji sequences need.
 */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Device names on Windows, with any extension. */
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Most file systems allow 255 bytes; browsers append ` (1)`. */
const maxNameBytes = 200

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  const extension = extensionOf(name)
  const ending = extension === '' ? '…' : `….${extension}`
  const available = maxNameBytes - Buffer.byteLength(ending)
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('en').segment(name)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > available) break
    kept += segment
  }
  return kept.trimEnd() + ending
}
