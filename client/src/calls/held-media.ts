import { createStore } from '../state/store.ts'
import type { CallMediaCore, Tracks } from './call-media.ts'
import { createHoldTone, type HoldTone } from './hold-tone.ts'

/** An agent's media with hold: the customer hears a tone, and neither side hears the other. */
export interface HeldMedia {
  /** For the connection to the customer. */
  media: CallMediaCore
  setHeld: (held: boolean) => void
  close: () => void
}

/** The customer's browser silences its microphone itself; this side does not rely on it. */
export function createHeldMedia(media: CallMediaCore): HeldMedia {
  const sent = createStore<Tracks>(media.localTracks.get())
  let isHeld = false
  /** null on hold: without Web Audio there is silence instead. */
  let tone: HoldTone | null = null

  function update() {
    sent.set(isHeld ? { audio: tone?.track ?? null, video: null } : media.localTracks.get())
    for (const track of Object.values(media.remoteTracks.get())) if (track) track.enabled = !isHeld
  }
  const unsubscribes = [media.localTracks.subscribe(update), media.remoteTracks.subscribe(update)]

  function openTone(): HoldTone | null {
    try {
      return createHoldTone()
    } catch {
      return null
    }
  }

  function setHeld(held: boolean) {
    media.setHeld(held)
    if (held === isHeld) return tone?.wake()
    isHeld = held
    tone?.close()
    tone = held ? openTone() : null
    update()
  }

  return {
    media: { ...media, localTracks: sent },
    setHeld,
    close() {
      setHeld(false)
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
