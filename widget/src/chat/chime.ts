let audio: AudioContext | undefined

/**
 * A browser lets a page sound only after a click or a key on it, and complains in the console about earlier tries.
 * Safari wants it made within the click: called on the first one in the chat.
 */
export function allowChime(): AudioContext | undefined {
  if (!navigator.userActivation.hasBeenActive) return audio
  audio ??= new AudioContext()
  audio.resume().catch(() => {})
  return audio
}
