import type { Page } from 'playwright-core'

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
