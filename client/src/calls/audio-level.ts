import { createStore, type Store } from '../state/store.ts'

const interval = 100
/** Quieter than this is silence, in dB below full scale. */
const silence = -60

/**
 * How loud a track is, from 0 (silence) to 1, on a scale as the ear has it. Measured only while somebody subscribes.
 *
 * @param side whose track it is now; it may change, or be none
 */
export function createLevel(side: Store<{ audio: MediaStreamTrack | null }>): Store<number> {
  const level = createStore(0)
  let watchers = 0
  let stop = () => {}

  return {
    get: level.get,
    subscribe(listener) {
      const unsubscribe = level.subscribe(listener)
      if (watchers++ === 0) stop = measure(side, level.set)
      return () => {
        unsubscribe()
        if (--watchers === 0) stop()
      }
    },
  }
}

function measure(side: Store<{ audio: MediaStreamTrack | null }>, tell: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const samples = new Float32Array(analyser.fftSize)
  let source: AudioNode | undefined

  function connect() {
    const now = side.get().audio
    source?.disconnect()
    source = undefined
    try {
      if (now) source = context.createMediaStreamSource(new MediaStream([now]))
      source?.connect(analyser)
    } catch {
      // Firefox refuses a track of another sample rate: nothing is measured then, and nothing else breaks.
    }
    if (!source) tell(0)
  }

  connect()
  const unsubscribe = side.subscribe(connect)
  const timer = setInterval(() => {
    if (!source) return
    // It starts suspended where the page was not clicked yet. Closed before, it refuses.
    if (context.state === 'suspended') context.resume().catch(() => {})
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    tell(Math.min(1, Math.max(0, 1 - (10 * Math.log10(power)) / silence)))
  }, interval)

  return () => {
    clearInterval(timer)
    unsubscribe()
    void context.close()
    tell(0)
  }
}
