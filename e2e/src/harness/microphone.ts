import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const sampleRate = 48_000

/** Duration of a beep and of the silence after it (ms). */
export interface Rhythm {
  beep: number
  silence: number
}

/**
 * Chromium flags for a microphone with a beeping tone: browsers suppress continuous tones
 * as noise. The camera shows Chromium's test pattern. Permissions are granted.
 */
export async function microphoneOf(
  hertz: number,
  rhythm: Rhythm = { beep: 300, silence: 200 },
): Promise<string[]> {
  const file = path.join(tmpdir(), `parley-tone-${hertz}-${rhythm.beep}-${rhythm.silence}.wav`)
  // Renamed when complete, because the browser of another test file may be reading it.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, wav(beeps(hertz, rhythm)))
  await rename(unfinished, file)
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
    '--autoplay-policy=no-user-gesture-required',
    '--disable-dev-shm-usage',
    '--mute-audio',
  ]
}

/** Ten beeps: Chromium loops the file. */
function beeps(hertz: number, { beep, silence }: Rhythm): Int16Array {
  const perMillisecond = sampleRate / 1000
  const period = (beep + silence) * perMillisecond
  return Int16Array.from({ length: 10 * period }, (_, index) =>
    index % period < beep * perMillisecond
      ? 14_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate)
      : 0,
  )
}

/** One channel of 16 bits. */
function wav(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}
