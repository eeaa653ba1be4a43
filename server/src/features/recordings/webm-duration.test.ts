import { assert, integer, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sample } from '../../testing/recording-setup.ts'
import { WebmReader, type WebmReading } from './webm-duration.ts'

function read(bytes: Buffer, step = bytes.length): WebmReading | null {
  const reader = new WebmReader()
  for (let at = 0; at < bytes.length; at += Math.max(1, step)) reader.push(bytes.subarray(at, at + step))
  return reader.reading()
}

const whole = async (name: 'audio.webm' | 'video.webm') => Buffer.concat(await sample(name))

function apply(bytes: Buffer, { patch }: WebmReading): Buffer {
  if (!patch) return bytes
  return Buffer.concat([bytes.subarray(0, patch.from), patch.bytes, bytes.subarray(patch.to)])
}

describe('no duration is read from', () => {
  it('empty input, text or another container', async () => {
    for (const bytes of [Buffer.of(), Buffer.from('hello world'), Buffer.concat(await sample('audio.mp4'))])
      expect(read(bytes)).toBeNull()
  })

  it('a header without frames', async () => {
    expect(read((await whole('audio.webm')).subarray(0, 145))).toBeNull()
  })

  it('random bytes in chunks of any size, without an error', () => {
    assert(
      property(uint8Array({ maxLength: 400 }), integer({ min: 1, max: 50 }), (bytes, step) => {
        expect(() => read(Buffer.from(bytes), step)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })

  it('a corrupt recording that is unreadable, and none causes an error', async () => {
    const bytes = await whole('audio.webm')
    assert(
      property(integer({ min: 0, max: 400 }), integer({ min: 0, max: 255 }), (at, value) => {
        const changed = Buffer.from(bytes)
        changed[at] = value
        const reading = read(changed, 97)
        if (reading) expect(Number.isFinite(reading.duration)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a forged recording', () => {
  const element = (id: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(id, 'hex'),
      Buffer.of(0x40 | (content.length >> 8), content.length & 255),
      content,
    ])
  const forged = (scale: Buffer, blocks: { track: number; time: number }[]) =>
    Buffer.concat([
      Buffer.from('1853806701ffffffffffffff', 'hex'),
      element('1549a966', element('2ad7b1', scale)),
      Buffer.from('1f43b67501ffffffffffffff', 'hex'),
      element('e7', Buffer.of(0)),
      ...blocks.map(({ track, time }) =>
        element('a3', Buffer.of(0x40 | (track >> 8), track & 255, time >> 8, time & 255, 0, 0)),
      ),
    ])
  const millisecond = Buffer.of(0x0f, 0x42, 0x40)

  it('with a thousand tracks is measured by the first few', () => {
    const blocks = Array.from({ length: 1000 }, (_, index) => ({ track: index + 1, time: (index + 1) * 10 }))
    expect(read(forged(millisecond, blocks))?.duration).toBe(0.16)
  })

  it('with impossible times has no duration', () => {
    const block = [{ track: 1, time: 100 }]
    expect(read(forged(millisecond, block))?.duration).toBe(0.1)
    for (const scale of [Buffer.alloc(300, 255), Buffer.alloc(8, 255)])
      expect(read(forged(scale, block))).toBeNull()
  })
})

describe('a recording by Chromium', () => {
  it.each([
    ['audio.webm', 3.6],
    ['video.webm', 3.606],
  ] as const)('has the duration measured by ffprobe: %s', async (name, duration) => {
    expect(read(await whole(name))?.duration).toBeCloseTo(duration, 3)
  })

  it('is read the same in chunks of any size', async () => {
    const bytes = await whole('video.webm')
    const expected = read(bytes)
    for (const step of [1, 2, 3, 7, 100, 4096]) expect(read(bytes, step)).toEqual(expected)
  })

  it('has the duration of the data received when its end is missing', async () => {
    const bytes = await whole('audio.webm')
    expect(read(bytes.subarray(0, 1561 + 1953))?.duration).toBeCloseTo(1.98, 2)
    // In the middle of a frame.
    expect(read(bytes.subarray(0, 5000))?.duration).toBeGreaterThan(2)
  })

  it('gets a duration in its header, and patching is idempotent', async () => {
    for (const name of ['audio.webm', 'video.webm'] as const) {
      const bytes = await whole(name)
      const reading = read(bytes)!
      const patched = apply(bytes, reading)
      expect(patched.length).toBe(bytes.length + 11 + 7)
      expect(patched.includes(reading.patch!.bytes)).toBe(true)
      const again = read(patched)!
      expect(again.duration).toBe(reading.duration)
      expect(apply(patched, again).equals(patched)).toBe(true)
    }
  })

  it('is not patched when it has a segment size or a SeekHead', async () => {
    const bytes = await whole('audio.webm')
    const sized = Buffer.from(bytes)
    // The segment size follows the id: eight bytes, the first of which is a length marker.
    sized.writeBigUInt64BE((1n << 56n) | BigInt(bytes.length - 48), 40)
    expect(read(sized)).toEqual({ duration: read(bytes)?.duration, patch: null })
    const seekHead = Buffer.from([0x11, 0x4d, 0x9b, 0x74, 0x80])
    const indexed = Buffer.concat([bytes.subarray(0, 48), seekHead, bytes.subarray(48)])
    expect(read(indexed)).toEqual({ duration: read(bytes)?.duration, patch: null })
  })
})
