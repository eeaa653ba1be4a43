import { createStore, type Store } from '../state/store.ts'

const measureIntervalMs = 100

/**
 * Loudness of a track from 0 (silence) to 1 on a logarithmic scale. Measured only while there are subscribers.
 *
 * @param side the current track, which may change or be null
 */
export function createLevel(side: Store<{ audio: MediaStreamTrack | null }>): Store<number> {
  const level = createStore(0)
  let subscribers = 0
  let stop = () => {}

  return {
    get: level.get,
    subscribe(listener) {
      const unsubscribe = level.subscribe(listener)
      if (subscribers++ === 0) stop = measure(side, level.set)
      return () => {
        unsubscribe()
        if (--subscribers === 0) stop()
      }
    },
  }
}

function measure(
  side: Store<{ audio: MediaStreamTrack | null }>,
  onLevel: (level: number) => void,
): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const samples = new Float32Array(analyser.fftSize)
  let source: AudioNode | undefined

  function connect() {
    const track = side.get().audio
    source?.disconnect()
    source = undefined
    try {
      if (track) source = context.createMediaStreamSource(new MediaStream([track]))
      source?.connect(analyser)
    } catch {
      // Firefox refuses a track with another sample rate: it is not measured.
    }
    if (!source) onLevel(0)
  }

  connect()
  const unsubscribe = side.subscribe(connect)
  const timer = setInterval(() => {
    if (!source) return
    // Suspended until the first click on the page. Rejected if closed meanwhile.
    if (context.state === 'suspended') context.resume().catch(() => {})
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    // 0 at -60 dBFS and below, 1 at 0 dBFS.
    onLevel(Math.min(1, Math.max(0, 1 + Math.log10(power) / 6)))
  }, measureIntervalMs)

  return () => {
    clearInterval(timer)
    unsubscribe()
    void context.close()
    onLevel(0)
  }
}
