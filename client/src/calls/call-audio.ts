/** Plays the other side. It belongs to no screen: the talk goes on while screens come and go. */
export interface CallSound {
  play: (track: MediaStreamTrack) => void
  /** After a refusal, in a click. */
  again: () => void
  setSpeaker: (id: string) => void
  stop: () => void
}

/**
 * @param speaker id of the device it plays on; null: the browser's choice
 * @param onSilenced whether the browser refuses to play before the page was clicked
 */
export function createCallSound(speaker: string | null, onSilenced: (silenced: boolean) => void): CallSound {
  let element: HTMLAudioElement | undefined

  const again = () =>
    void element?.play().then(
      () => onSilenced(false),
      (error: unknown) => {
        // Others (AbortError) come from a track that was replaced while it began.
        if (error instanceof DOMException && error.name === 'NotAllowedError') onSilenced(true)
      },
    )

  const choose = () => {
    // One that is gone leaves the sound where it is.
    if (speaker) element?.setSinkId(speaker).catch(() => {})
  }

  return {
    play(track) {
      element ??= new Audio()
      choose()
      element.srcObject = new MediaStream([track])
      again()
    },
    again,
    setSpeaker(id) {
      speaker = id
      choose()
    },
    stop() {
      if (element) element.srcObject = null
      element = undefined
      onSilenced(false)
    },
  }
}
