import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const sampleRate = 48_000

/**
 * Flags of a Chromium whose microphone hears a tone of 80 ms, then 40 ms of silence, and so on: a tone that does not pause
 * is taken for noise and taken out, and longer pauses would be measured instead of the way.
 */
export async function microphoneFlags(hertz: number): Promise<string[]> {
  const file = path.join(tmpdir(), `parley-bench-tone-${hertz}.wav`)
  await writeFile(file, shortBeeps(hertz))
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
    '--autoplay-policy=no-user-gesture-required',
    '--disable-dev-shm-usage',
    '--mute-audio',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-sandbox',
  ]
}

/** 1.2 s of a WAV. */
function shortBeeps(hertz: number): Buffer {
  const period = sampleRate * 0.12
  const samples = new Int16Array(period * 10)
  for (const index of samples.keys()) {
    const isBeep = index % period < sampleRate * 0.08
    samples[index] = isBeep ? 14_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate) : 0
  }
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
