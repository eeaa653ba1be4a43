/** A quiet tone for a customer on hold, as a track to send. */
export interface HoldTone {
  track: MediaStreamTrack
  /** Resumes audio that the browser suspended: after a reload until the first click. */
  wake: () => void
  close: () => void
}

const frequencyHz = 440
const toneSeconds = 0.5
/** From one tone to the next. */
const periodSeconds = 2.5
/** -26 dBFS: clearly below speech. */
const amplitude = 0.05
/** Fades in and out, so that the tone does not click. */
const fadeSeconds = 0.05

export function createHoldTone(): HoldTone {
  const context = new AudioContext()
  const output = context.createMediaStreamDestination()
  const { sampleRate } = context
  const buffer = context.createBuffer(1, periodSeconds * sampleRate, sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < toneSeconds * sampleRate; index++) {
    const second = index / sampleRate
    const fade = Math.min(1, second / fadeSeconds, (toneSeconds - second) / fadeSeconds)
    samples[index] = amplitude * fade * Math.sin(2 * Math.PI * frequencyHz * second)
  }
  const source = context.createBufferSource()
  source.buffer = buffer
  source.loop = true
  source.connect(output)
  source.start()
  const wake = () => {
    // Rejected if the context was closed meanwhile.
    if (context.state !== 'running') context.resume().catch(() => {})
  }
  wake()
  return { track: output.stream.getAudioTracks()[0]!, wake, close: () => void context.close() }
}
