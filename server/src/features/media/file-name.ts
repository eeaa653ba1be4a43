/**
 * A file name as we keep and show it: one segment that every file system takes and that cannot lie about
 * itself. Right-to-left overrides make `exe.gpj` of `jpg.exe`; a leading dot hides a file; `\` is a path on Windows.
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
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const short = shorten(name === '' ? 'file' : name)
  return windowsDevice.test(short) ? `_${short}` : short
}

/** Lower case, without the dot; empty when there is none. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Control characters, and of the format characters those that turn or hide text. The joiners (U+200C, U+200D)
 * stay: Persian words and family emoji need them.
 */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Windows opens the device instead of a file of this name, whatever its extension. */
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Most file systems take 255 bytes; the rest is room for the ` (1)` that browsers add. */
const maxBytes = 200

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const extension = extensionOf(name)
  const ending = extension === '' ? '…' : `….${extension}`
  const room = maxBytes - Buffer.byteLength(ending)
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('en').segment(name)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > room) break
    kept += segment
  }
  return kept.trimEnd() + ending
}
