/** Plays the other side's audio, independently of the displayed screen. */
export interface CallSound {
  play: (track: MediaStreamTrack) => void
  /** Call in a click handler after the browser blocked audio. */
  retry: () => void
  /** Plays on the current speaker. */
  applySpeaker: () => void
  stop: () => void
}

/**
 * @param speaker returns the id of the output device; null: the browser's default
 * @param onBlocked called with whether the browser blocks audio until a click
 */
export function createCallSound(
  speaker: () => string | null,
  onBlocked: (isBlocked: boolean) => void,
): CallSound {
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
    const id = speaker()
    if (id) element?.setSinkId(id).catch(() => {})
  }

  return {
    play(track) {
      element ??= new Audio()
      applySpeaker()
      element.srcObject = new MediaStream([track])
      retry()
    },
    retry,
    applySpeaker,
    stop() {
      if (element) element.srcObject = null
      element = undefined
      onBlocked(false)
    },
  }
}
