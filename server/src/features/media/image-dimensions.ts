/**
 * Returns width and height of an image as displayed, read from its first bytes; null for unknown types and unusable headers.
 * Input is hostile: every loop is bounded by the buffer. docs/decisions/libraries.md says why this is not a library.
 */
export type ImageDimensions = { width: number; height: number }

export function imageDimensions(mime: string, head: Buffer): ImageDimensions | null {
  try {
    const size = readers[mime]?.(head) ?? null
    return size && isPlausible(size.width) && isPlausible(size.height) ? size : null
  } catch (error) {
    // A read beyond the end of the buffer.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Browsers display nothing larger; a forged size must not break the layout. */
const isPlausible = (pixels: number) => pixels > 0 && pixels <= 65_535

const readers: Record<string, (head: Buffer) => ImageDimensions | null> = {
  'image/png': (head) =>
    head.toString('latin1', 12, 16) === 'IHDR'
      ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
      : null,
  'image/gif': (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
}

function jpegSize(head: Buffer): ImageDimensions | null {
  let rotated = false
  for (let at = 2; at < head.length;) {
    if (head[at] !== 0xff) return null
    const marker = head.readUInt8(at + 1)
    const length = head.readUInt16BE(at + 2)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (length < 2) return null
    if (marker === 0xe1) rotated ||= isRotated(head.subarray(at + 4, at + 2 + length))
    // Start of frame; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return orient({ height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }, rotated)
    }
    at += 2 + length
  }
  return null
}

/** EXIF orientations 5 to 8 swap width and height. */
function isRotated(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const tiff = segment.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const uint16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return false
  const entries = uint16(directory)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return false
    if (uint16(entry) === 0x0112) return uint16(entry + 8) >= 5 && uint16(entry + 8) <= 8
  }
  return false
}

const orient = ({ width, height }: ImageDimensions, rotated: boolean): ImageDimensions =>
  rotated ? { width: height, height: width } : { width, height }

function webpSize(head: Buffer): ImageDimensions | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/**
 * AVIF has an `ispe` box for each item (image, thumbnail, alpha, tiles); the largest is the image. `irot` rotates it in
 * steps of 90 degrees.
 */
function avifSize(head: Buffer): ImageDimensions | null {
  const meta = findBox(head, 'meta')
  const properties = meta && findBox(findBox(meta.subarray(4), 'iprp') ?? empty, 'ipco')
  if (!properties) return null
  let largest: ImageDimensions | null = null
  let rotated = false
  for (const { type, content } of boxes(properties)) {
    if (type === 'irot') rotated = (content.readUInt8(0) & 1) === 1
    if (type !== 'ispe') continue
    const size = { width: content.readUInt32BE(4), height: content.readUInt32BE(8) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest && orient(largest, rotated)
}

const empty = Buffer.alloc(0)

const findBox = (within: Buffer, type: string): Buffer | undefined => {
  for (const box of boxes(within)) if (box.type === type) return box.content
  return undefined
}

function* boxes(within: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= within.length;) {
    const size = within.readUInt32BE(at)
    if (size < 8) return
    yield { type: within.toString('latin1', at + 4, at + 8), content: within.subarray(at + 8, at + size) }
    at += size
  }
}
