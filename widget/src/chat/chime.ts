let audio: AudioContext | undefined

/**
 * Browsers allow sound only after a user gesture and log an error otherwise. Safari requires that the context is
 * created during the gesture, so this runs on the first click in the chat.
 */
export function allowChime(): AudioContext | undefined {
  // Firefox before 120 has none, and no sound.
  if (!(navigator as Partial<Navigator>).userActivation?.hasBeenActive) return audio
  audio ??= new AudioContext()
  audio.resume().catch(() => {})
  return audio
}
