import { executableMimes, isExecutableHead, createInstallerDetector } from './executable.ts'

/**
 * Type and dimensions are read from this many bytes. Office documents are recognized by their first zip entries; photos have
 * up to 100 KiB of EXIF, thumbnail and color profile before their size.
 */
export const headBytes = 128 * 1024

/** Types that a page may display inline. None of them can run script, whatever bytes follow the header. */
const inlineTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/aac',
  'audio/flac',
])
export const isInlineType = (mime: string): boolean => inlineTypes.has(mime)

/** Aliases, mapped to the names that browsers play. */
const canonical: Record<string, string> = {
  'image/apng': 'image/png',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
}

/** Keep their type but are always downloaded. Every other type becomes application/octet-stream. */
const namedDownloads: ReadonlySet<string> = new Set(
  (
    'image/bmp image/tiff image/heic image/heif video/quicktime video/matroska video/3gpp video/mpeg video/vnd.avi ' +
    'audio/aiff audio/amr audio/midi application/pdf application/rtf application/epub+zip application/zip ' +
    'application/gzip application/zstd application/x-7z-compressed application/x-rar-compressed application/x-tar ' +
    'application/x-bzip2 application/x-xz application/vnd.apple.pages application/vnd.apple.numbers ' +
    'application/vnd.apple.keynote'
  ).split(' '),
)
/** Excludes documents with macros, whose types end differently. */
const officeDocument = /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+$/

const isNamed = (mime: string) =>
  inlineTypes.has(mime) || namedDownloads.has(mime) || officeDocument.test(mime)

const bytes = 'application/octet-stream'

/**
 * A file that is text to the last byte is text/plain, whatever it looks like: HTML, SVG, XML, scripts, CSV, calendars. The
 * `textual` types are exceptions: formats that may consist of text.
 */
const text = 'text/plain'
const textual: ReadonlySet<string> = new Set(['application/pdf', 'application/rtf'])

/** Detects the type from the content: created from the head, then fed every chunk (the head's too), then asked for the verdict. */
export interface TypeReader {
  push(chunk: Buffer): void
  /** Returns undefined for an executable, which is refused. */
  verdict(): string | undefined
}

/** Returns undefined when the head already shows an executable. */
export async function readType(head: Buffer): Promise<TypeReader | undefined> {
  const mime = await mimeOfHead(head)
  if (isExecutableHead(head) || executableMimes.has(mime ?? '')) return undefined
  const installer = createInstallerDetector(head)
  const plain = createTextDetector()
  const named = mime !== undefined && isNamed(mime) ? mime : bytes
  return {
    push(chunk) {
      installer.push(chunk)
      plain.push(chunk)
    },
    verdict() {
      if (installer.found()) return undefined
      return plain.isText() && !textual.has(named) ? text : named
    },
  }
}

async function mimeOfHead(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  // Hostile content may make the parser throw: the type is then unknown.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const [mime = ''] = found?.mime.split(';') ?? []
  return mime === '' ? undefined : (canonical[mime] ?? mime)
}

/** Text is valid UTF-8 without control characters other than line ends and tabs. */
function createTextDetector() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = true
  const decode = (chunk?: Buffer) => {
    if (!valid) return
    try {
      valid = !control.test(decoder.decode(chunk, { stream: chunk !== undefined }))
    } catch {
      valid = false
    }
  }
  return {
    push: decode,
    isText() {
      decode()
      return valid
    },
  }
}

/** Control characters other than tab, line ends and form feed. */
const control = /(?![\t\n\f\r])\p{Cc}/u
