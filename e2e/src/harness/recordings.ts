import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sampleRate = 8000
/**
 * Minimum amplitude of a tone in a block of samples (-30 dBFS), independent of the other tone: Firefox's fake microphone is fixed
 * at -20 dBFS, while Chromium amplifies its own to almost 0 dBFS. The edges of beeps reach at most -40 dBFS at the other frequency.
 */
const audible = 1000
/** Minimum share of blocks in which a tone is audible. Beeps with their silences reach 0.6 and more. */
const minimumShare = 0.3

/** Content of a playable file. */
export interface Heard {
  seconds: number
  /** Which of the tones 600 and 1000 Hz it contains. */
  frequencies: number[]
  /** Video width in pixels; 0 without video. */
  width: number
}

/** Fetches a recording and plays it from its first to its last sample, with ffmpeg. */
export async function listenTo(url: string): Promise<Heard> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The recording was answered with ${response.status}`)
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'parley-heard-')), 'recording')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const
  const decode = ['-v', 'error', '-i', file, '-vn', '-ac', '1', '-ar', `${sampleRate}`, '-f', 's16le', '-']
  const { stdout } = await run('ffmpeg', decode, options)
  const samples = new Int16Array(new Uint8Array(stdout).buffer)
  const look = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=width',
    '-of',
    'csv=p=0',
    file,
  ]
  const { stdout: width } = await run('ffprobe', look)
  await rm(path.dirname(file), { recursive: true })
  return { seconds: samples.length / sampleRate, frequencies: tonesIn(samples), width: Number(width) || 0 }
}

/** Which of the tones 600 and 1000 Hz are heard, each regardless of the loudness of the other. */
export const tonesIn = (samples: Int16Array): number[] =>
  [600, 1000].filter((hertz) => {
    const levels = levelsOf(samples, hertz)
    return levels.filter((level) => level > audible).length > levels.length * minimumShare
  })

/** Amplitude of a frequency in each block of 100 ms (Goertzel). */
function levelsOf(samples: Int16Array, hertz: number): number[] {
  const block = sampleRate / 10
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate)
  return Array.from({ length: Math.floor(samples.length / block) }, (_, index) => {
    let [last, beforeLast] = [0, 0]
    for (const sample of samples.subarray(index * block, (index + 1) * block)) {
      const next = sample + factor * last - beforeLast
      beforeLast = last
      last = next
    }
    return (2 * Math.sqrt(last * last + beforeLast * beforeLast - factor * last * beforeLast)) / block
  })
}
