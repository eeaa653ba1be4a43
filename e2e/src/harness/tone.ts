import type { Page } from 'playwright-core'

/** Exposes each RTCPeerConnection of a page to the test. Call before a page is loaded. */
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
 * Loudest received frequency in hertz, measured over the beeps of 1.5 s; 0 for silence.
 * Waits for a connection.
 *
 * @param connection index among the page's open connections; negative from the last
 */
export async function heardIn(page: Page, connection = -1): Promise<number> {
  await page.waitForFunction(
    (at) =>
      window.rtcConnections.filter((one) => one.connectionState !== 'closed').at(at)?.connectionState ===
      'connected',
    connection,
  )
  return page.evaluate(async (at) => {
    const live = window.rtcConnections.filter((one) => one.connectionState !== 'closed').at(at)
    const track = live?.getReceivers().find((receiver) => receiver.track.kind === 'audio')?.track
    if (!track) return 0
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 8192
    analyser.smoothingTimeConstant = 0
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const bins = new Float32Array(analyser.frequencyBinCount)
    let [loudest, hertz] = [-60, 0]
    // By the clock of the audio, which starts late and may stall on a busy machine.
    for (const end = context.currentTime + 1.5; context.currentTime < end;) {
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
  }, connection)
}
