/** Plays the other side's audio, independently of the displayed screen. */
export interface CallSound {
  play: (track: MediaStreamTrack) => void
  /** Call in a click handler after the browser blocked audio. */
  retry: () => void
  setSpeaker: (id: string) => void
  stop: () => void
}

/**
 * @param speaker id of the output device; null: the browser's default
 * @param onBlocked called with whether the browser blocks audio until a click
 */
export function createCallSound(speaker: string | null, onBlocked: (isBlocked: boolean) => void): CallSound {
  let element: HTMLAudioElement | undefined

  const retry = () =>
    void element?.play().then(
      () => onBlocked(false),
      (error: DOMException) => {
        // AbortError: the track was replaced while playback started.
        if (error.name === 'NotAllowedError') onBlocked(true)
      },
    )

  const applySpeaker = () => {
    // Rejected if the device is gone: the output stays the same.
    if (speaker) element?.setSinkId(speaker).catch(() => {})
  }

  return {
    play(track) {
      element ??= new Audio()
      applySpeaker()
      element.srcObject = new MediaStream([track])
      retry()
    },
    retry,
    setSpeaker(id) {
      speaker = id
      applySpeaker()
    },
    stop() {
      if (element) element.srcObject = null
      element = undefined
      onBlocked(false)
    },
  }
}
