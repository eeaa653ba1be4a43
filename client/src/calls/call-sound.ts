/** Plays the other side. It belongs to no screen: the talk goes on while screens come and go. */
export interface CallSound {
  play: (track: MediaStreamTrack) => void
  /** After a refusal, in a click. */
  again: () => void
  setSpeaker: (id: string) => Promise<void>
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

  return {
    play(track) {
      element ??= new Audio()
      if (speaker) void element.setSinkId(speaker).catch(() => {})
      element.srcObject = new MediaStream([track])
      again()
    },
    again,
    async setSpeaker(id) {
      speaker = id
      await element?.setSinkId(id).catch(() => {})
    },
    stop() {
      if (element) element.srcObject = null
      element = undefined
      onSilenced(false)
    },
  }
}
