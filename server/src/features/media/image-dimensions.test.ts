import { array, assert, nat, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureSize } from './image-dimensions.ts'
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

describe('the size of a picture', () => {
  it.each(pictures)('is read from the header of a %s', (_name, mime, bytes) => {
    expect(pictureSize(mime, bytes)).toEqual({ width: 3, height: 2 })
  })

  it('is that of the picture as shown when EXIF or AVIF turns it', () => {
    expect(pictureSize('image/jpeg', jpegTurned('II'))).toEqual({ width: 2, height: 3 })
    expect(pictureSize('image/jpeg', jpegTurned('MM'))).toEqual({ width: 2, height: 3 })
    expect(pictureSize('image/avif', avif({ turned: true }))).toEqual({ width: 2, height: 3 })
  })

  it('is not told for what is no picture, or claims an impossible size', () => {
    expect(pictureSize('application/pdf', pdf)).toBeNull()
    const huge = Buffer.from(png)
    huge.writeUInt32BE(0xffff_ffff, 16)
    expect(pictureSize('image/png', huge)).toBeNull()
    const empty = Buffer.from(gif())
    empty.writeUInt16LE(0, 6)
    expect(pictureSize('image/gif', empty)).toBeNull()
  })

  it.each(pictures)('ends with a size or null for a cut and scrambled %s', (_name, mime, bytes) => {
    assert(
      property(
        nat(bytes.length),
        array(tuple(nat(bytes.length - 1), nat(255)), { maxLength: 8 }),
        (length, changes) => {
          const broken = Buffer.from(bytes)
          for (const [at, value] of changes) broken[at] = value
          const size = pictureSize(mime, broken.subarray(0, length))
          expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
