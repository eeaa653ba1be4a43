let audio: AudioContext | undefined

/**
 * Browsers allow sound only after a user gesture and log an error otherwise. Safari requires that the context is
 * created during the gesture, so this runs on the first click in the chat.
 */
export function allowChime(): AudioContext | undefined {
  if (!navigator.userActivation.hasBeenActive) return audio
  audio ??= new AudioContext()
  audio.resume().catch(() => {})
  return audio
}
