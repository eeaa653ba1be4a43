import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'

const sampleRate = 48_000

/**
 * Flags of a Chromium whose microphone hears a tone, in beeps: what goes on for long a browser takes for noise and
 * takes out. Its camera shows Chromium's test picture. Nobody is asked for permission.
 */
export async function microphoneOf(hertz: number): Promise<string[]> {
  const file = path.join(tmpdir(), `parley-tone-${hertz}.wav`)
  await writeFile(file, beeps(hertz))
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
    '--autoplay-policy=no-user-gesture-required',
    '--disable-dev-shm-usage',
    '--mute-audio',
  ]
}

/** Two seconds of a WAV: 300 ms of tone, 200 ms of silence. */
function beeps(hertz: number): Buffer {
  const samples = new Int16Array(2 * sampleRate)
  for (const index of samples.keys()) {
    const isBeep = index % (sampleRate / 2) < sampleRate * 0.3
    samples[index] = isBeep ? 12_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate) : 0
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

/** Before any page is loaded: keeps each RTCPeerConnection of a page where a test finds it. */
export async function watchConnections(target: Pick<Page, 'addInitScript'>): Promise<void> {
  await target.addInitScript(() => {
    const all: RTCPeerConnection[] = []
    Object.assign(window, {
      rtcConnections: all,
      RTCPeerConnection: class extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration)
          all.push(this)
        }
      },
    })
  })
}

declare global {
  interface Window {
    rtcConnections: RTCPeerConnection[]
  }
}

/**
 * The loudest frequency of what comes to a page, in hertz, measured over the beeps of a second and a half; 0: silence.
 * Waits for a connection.
 */
export async function heardIn(page: Page): Promise<number> {
  await page.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
  return page.evaluate(async () => {
    const live = window.rtcConnections.at(-1)
    const track = live?.getReceivers().find((receiver) => receiver.track.kind === 'audio')?.track
    if (!track) return 0
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 8192
    analyser.smoothingTimeConstant = 0
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const bins = new Float32Array(analyser.frequencyBinCount)
    let [loudest, hertz] = [-60, 0]
    for (const end = performance.now() + 1500; performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      analyser.getFloatFrequencyData(bins)
      for (const [index, power] of bins.entries()) {
        if (power <= loudest) continue
        loudest = power
        hertz = (index * context.sampleRate) / analyser.fftSize
      }
    }
    await context.close()
    return Math.round(hertz)
  })
}
