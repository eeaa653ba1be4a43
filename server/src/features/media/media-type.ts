import { fileTypeFromBuffer } from 'file-type'
import { executableMimes, isExecutableHead, watchForInstaller } from './executable.ts'

/**
 * This many first bytes decide. An office document shows what it is within its first zip entries; a phone's
 * picture has up to 100 KiB of EXIF, thumbnail and colour profile before its size.
 */
export const headBytes = 128 * 1024

/** What a page may show in place. None of these can carry script, whatever bytes follow the header. */
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

/** Names for the same thing; what a browser plays is what counts. */
const canonical: Record<string, string> = {
  'image/apng': 'image/png',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
}

/** Passed on by name, but always as a download. Every other type, known to file-type or not, is just bytes. */
const namedDownloads: ReadonlySet<string> = new Set(
  (
    'image/bmp image/tiff image/heic image/heif video/quicktime video/matroska video/3gpp video/mpeg video/vnd.avi ' +
    'audio/aiff audio/amr audio/midi application/pdf application/rtf application/epub+zip application/zip ' +
    'application/gzip application/zstd application/x-7z-compressed application/x-rar-compressed application/x-tar ' +
    'application/x-bzip2 application/x-xz application/vnd.apple.pages application/vnd.apple.numbers ' +
    'application/vnd.apple.keynote'
  ).split(' '),
)
/** Those with macros are not among them: file-type ends their names differently. */
const officeDocument = /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+$/

const isNamed = (mime: string) =>
  inlineTypes.has(mime) || namedDownloads.has(mime) || officeDocument.test(mime)

const bytes = 'application/octet-stream'

/**
 * What reads as text to the last byte is text and never more than that, whatever its first letters spell:
 * HTML, SVG, XML, scripts, tables, calendars. These two are formats of their own although they may be pure text.
 */
const text = 'text/plain'
const textual: ReadonlySet<string> = new Set(['application/pdf', 'application/rtf'])

/** Reads the type from the bytes: first the head, then every chunk (the head's too), then the verdict. */
export interface TypeReader {
  push(chunk: Buffer): void
  /** undefined: a program, which is not accepted. */
  verdict(): string | undefined
}

/** undefined: the head alone shows a program. */
export async function readType(head: Buffer): Promise<TypeReader | undefined> {
  const mime = await mimeOfHead(head)
  if (isExecutableHead(head) || executableMimes.has(mime ?? '')) return undefined
  const installer = watchForInstaller(head)
  const plain = watchText()
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
  // Hostile bytes may make the parser throw; then the type is simply not known.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const [mime = ''] = found?.mime.split(';') ?? []
  return mime === '' ? undefined : (canonical[mime] ?? mime)
}

/** Text is UTF-8 from the first byte to the last, without control characters other than line ends and tabs. */
function watchText() {
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
