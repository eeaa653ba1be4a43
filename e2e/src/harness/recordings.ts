import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sampleRate = 8000
/** Minimum share of the total power; a present tone is far above it. */
const threshold = 0.02

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
  const frequencies = [600, 1000].filter((hertz) => share(samples, hertz) > threshold)
  return { seconds: samples.length / sampleRate, frequencies, width: Number(width) || 0 }
}

/** Share of power at a frequency over all blocks of 100 ms (Goertzel). */
function share(samples: Int16Array, hertz: number): number {
  const block = sampleRate / 10
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate)
  let [tone, all] = [0, 0]
  for (let start = 0; start + block <= samples.length; start += block) {
    let [last, beforeLast] = [0, 0]
    for (const sample of samples.subarray(start, start + block)) {
      const next = sample + factor * last - beforeLast
      beforeLast = last
      last = next
      all += sample * sample
    }
    tone += ((last * last + beforeLast * beforeLast - factor * last * beforeLast) * 2) / block
  }
  return all === 0 ? 0 : tone / all
}
