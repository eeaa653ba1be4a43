/** Small sample files. The images are 3 x 2 pixels, made with a browser's canvas. */
const base64 = (text: string) => Buffer.from(text, 'base64')

const profile =
  'AAAByAAAAAAEMAAAbW50clJHQiBYWVogB+AAAQABAAAAAAAAYWNzcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAPbWAAEAAAAA0y0AAAAA' // the start of an ICC profile

export const png = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWJi6Pj/H4aZGJAAAAAA///EjwO5AAAABklEQVQDAI7ZB5cYljT5AAAAAElFTkSuQmCC',
)

/** Start of image, APP0, a segment that is skipped, then the frame header. */
export const jpeg = Buffer.concat([
  base64('/9j/4AAQSkZJRgABAQAAAQABAAA='),
  segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), base64(profile)])),
  segment(0xc0, Buffer.from('080002000301011100', 'hex')),
  Buffer.from('ffd9', 'hex'),
])

/** The same with an EXIF orientation of 90 degrees, as written by a phone held upright. */
export const jpegTurned = (byteOrder: 'II' | 'MM') => {
  const little = byteOrder === 'II'
  const tiff = Buffer.alloc(26)
  tiff.write(byteOrder, 'latin1')
  const uint16 = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const uint32 = (value: number, at: number) =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  uint16(42, 2)
  uint32(8, 4)
  uint16(1, 8)
  uint16(0x0112, 10)
  uint16(3, 12)
  uint32(1, 14)
  uint16(6, 18)
  const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** `trailing` follows the header, to build a file that is both GIF and HTML. */
export const gif = (trailing = ';') =>
  Buffer.concat([Buffer.from('GIF89a\x03\x00\x02\x00\x00\x00\x00', 'latin1'), Buffer.from(trailing)])

export const webpLossy = base64(
  'UklGRjIAAABXRUJQVlA4ICYAAACQAQCdASoDAAIAB0CWJaACdLoAA5gA/sTv9qbFVPN7v+N5vNasQAA=',
)
export const webpLossless = riff(
  'VP8L',
  Buffer.concat([Buffer.from([0x2f]), uint32LE((3 - 1) | ((2 - 1) << 14)), Buffer.alloc(4)]),
)
export const webpExtended = riff('VP8X', Buffer.from('20000000020000010000', 'hex'))

/** `irot` rotates it by 90 degrees. The smaller `ispe` belongs to the thumbnail. */
export const avif = (options: { turned: boolean }) =>
  Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
    box(
      'meta',
      Buffer.alloc(4),
      box('hdlr', Buffer.alloc(25)),
      box(
        'iprp',
        box(
          'ipco',
          box('ispe', Buffer.alloc(4), uint32BE(1), uint32BE(1)),
          box('ispe', Buffer.alloc(4), uint32BE(3), uint32BE(2)),
          ...(options.turned ? [box('irot', Buffer.from([1]))] : []),
        ),
      ),
    ),
  ])

export const pdf = Buffer.from(
  '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n<script>alert(1)</script>\n%%EOF',
  'utf8',
)
export const mp4 = Buffer.concat([
  box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
  box('mdat', Buffer.alloc(64)),
])
export const zip = Buffer.concat([
  Buffer.from('504b03041400000000000000000000000000000000000000000005000000', 'hex'),
  Buffer.from('a.txt'),
  Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'),
])

export const windowsProgram = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)])
export const linuxProgram = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), Buffer.alloc(200)])

/** A compound file with its root entry in `sector`, as in an installer or an old Word document. */
export const compoundFile = (kind: 'installer' | 'document', sector: number) => {
  const file = Buffer.alloc(512 * (sector + 2))
  file.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  file.writeUInt16LE(0xfffe, 0x1c)
  file.writeUInt16LE(9, 0x1e)
  file.writeUInt32LE(sector, 0x30)
  const root = 512 * (sector + 1)
  file.write('Root Entry', root, 'utf16le')
  const classId = kind === 'installer' ? '84100c0000000000' : '0609020000000000'
  file.set(Buffer.from(`${classId}c000000000000046`, 'hex'), root + 0x50)
  return file
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function riff(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(`WEBP${type}`), uint32LE(content.length), content])
  return Buffer.concat([Buffer.from('RIFF'), uint32LE(body.length), body])
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([uint32BE(body.length + 8), Buffer.from(type), body])
}

function uint32LE(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

function uint32BE(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
