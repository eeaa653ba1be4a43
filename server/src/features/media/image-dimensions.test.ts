import { array, assert, nat, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageDimensions } from './image-dimensions.ts'
import {
  avif,
  gif,
  jpeg,
  jpegTurned,
  pdf,
  png,
  webpExtended,
  webpLossless,
  webpLossy,
} from '../../testing/sample-files.ts'

const pictures: [string, string, Buffer][] = [
  ['PNG', 'image/png', png],
  ['GIF', 'image/gif', gif()],
  ['JPEG', 'image/jpeg', jpeg],
  ['lossy WebP', 'image/webp', webpLossy],
  ['lossless WebP', 'image/webp', webpLossless],
  ['extended WebP', 'image/webp', webpExtended],
  ['AVIF', 'image/avif', avif({ turned: false })],
]

describe('image dimensions', () => {
  it.each(pictures)('are read from the header of a %s', (_name, mime, bytes) => {
    expect(imageDimensions(mime, bytes)).toEqual({ width: 3, height: 2 })
  })

  it('are those of the image as displayed when EXIF or AVIF rotates it', () => {
    expect(imageDimensions('image/jpeg', jpegTurned('II'))).toEqual({ width: 2, height: 3 })
    expect(imageDimensions('image/jpeg', jpegTurned('MM'))).toEqual({ width: 2, height: 3 })
    expect(imageDimensions('image/avif', avif({ turned: true }))).toEqual({ width: 2, height: 3 })
  })

  it('are null for other files and for impossible sizes', () => {
    expect(imageDimensions('application/pdf', pdf)).toBeNull()
    const huge = Buffer.from(png)
    huge.writeUInt32BE(0xffff_ffff, 16)
    expect(imageDimensions('image/png', huge)).toBeNull()
    const empty = Buffer.from(gif())
    empty.writeUInt16LE(0, 6)
    expect(imageDimensions('image/gif', empty)).toBeNull()
  })

  it.each(pictures)('are valid or null for a truncated and corrupted %s', (_name, mime, bytes) => {
    assert(
      property(
        nat(bytes.length),
        array(tuple(nat(bytes.length - 1), nat(255)), { maxLength: 8 }),
        (length, changes) => {
          const broken = Buffer.from(bytes)
          for (const [at, value] of changes) broken[at] = value
          const size = imageDimensions(mime, broken.subarray(0, length))
          expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
