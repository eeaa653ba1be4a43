/** Delay in which a read receipt from another tab can arrive (ms). Receipts are debounced by 300 ms. */
const readDelayMs = 1_000

/**
 * Plays two soft notes, a fifth apart, unless the message is seen within a second. With several tabs open, only the first
 * one that locks `occasion` plays it.
 */
export async function playChime(
  occasion: string,
  context: AudioContext,
  isUnseen: () => boolean,
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, readDelayMs))
  if (!isUnseen()) return
  // Rejected without a sound device or a gesture.
  await context.resume().catch(() => {})
  await navigator.locks
    .request(`parley-${occasion}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      sound(context)
      // Until the other tabs have received the same message.
      await new Promise((resolve) => setTimeout(resolve, 2_000))
    })
    // Firefox denies locks where site data is blocked.
    .catch(() => sound(context))
}

function sound(audio: AudioContext): void {
  let delay = 0
  for (const frequency of [659.3, 987.8]) {
    const start = audio.currentTime + delay
    const volume = audio.createGain()
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.12, start + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.32)
    delay += 0.11
  }
}
