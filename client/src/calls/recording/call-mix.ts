import type { Store } from '../../state/store.ts'
import type { Tracks } from '../call-media.ts'

/** Both voices in one track. Microphones and connections may be exchanged meanwhile: the track stays. */
export interface CallMix {
  track: MediaStreamTrack
  /** Makes sound run that the browser holds: before the first click on a page that was loaded anew, after a phone call on iOS. */
  wake: () => void
  close: () => void
}

export function createCallMix(sides: readonly Store<Tracks>[]): CallMix {
  const context = new AudioContext()
  const mix = context.createMediaStreamDestination()
  const unhooks = sides.map((side) => connect(context, mix, side))
  const wake = () => {
    // Refused where it is closed meanwhile.
    if (context.state !== 'running') context.resume().catch(() => {})
  }
  wake()

  return {
    track: mix.stream.getAudioTracks()[0]!,
    wake,
    close() {
      for (const unhook of unhooks) unhook()
      void context.close()
    },
  }
}

function connect(context: AudioContext, mix: AudioNode, side: Store<Tracks>): () => void {
  let heard: MediaStreamTrack | null = null
  let source: AudioNode | undefined
  function change() {
    const { audio } = side.get()
    if (audio === heard) return
    heard = audio
    source?.disconnect()
    source = undefined
    if (!audio) return
    try {
      source = context.createMediaStreamSource(new MediaStream([audio]))
      source.connect(mix)
    } catch {
      // Firefox refuses a track of another sample rate: the other voice is recorded, and nothing else breaks.
    }
  }
  change()
  return side.subscribe(change)
}
