import type { Store } from '../../state/store.ts'
import type { Tracks } from '../call-media.ts'

/** Both sides' audio in one track, which stays the same when devices or connections are replaced. */
export interface CallMix {
  track: MediaStreamTrack
  /** Resumes audio that the browser suspended: after a reload until the first click, or after a phone call on iOS. */
  wake: () => void
  close: () => void
}

export function createCallMix(sides: readonly Store<Tracks>[]): CallMix {
  const context = new AudioContext()
  const mix = context.createMediaStreamDestination()
  const unsubscribes = sides.map((side) => connect(context, mix, side))
  const wake = () => {
    // Rejected if the context was closed meanwhile.
    if (context.state !== 'running') context.resume().catch(() => {})
  }
  wake()

  return {
    track: mix.stream.getAudioTracks()[0]!,
    wake,
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      void context.close()
    },
  }
}

function connect(context: AudioContext, mix: AudioNode, side: Store<Tracks>): () => void {
  let current: MediaStreamTrack | null = null
  let source: AudioNode | undefined
  function reconnect() {
    const { audio } = side.get()
    if (audio === current) return
    current = audio
    source?.disconnect()
    source = undefined
    if (!audio) return
    try {
      source = context.createMediaStreamSource(new MediaStream([audio]))
      source.connect(mix)
    } catch {
      // Firefox refuses a track with another sample rate. The other side is still recorded.
    }
  }
  reconnect()
  return side.subscribe(reconnect)
}
