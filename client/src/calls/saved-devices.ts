import type { CallMediaCore, ChosenDevices } from './call-media.ts'
import { createCallMedia } from './call-media.ts'

const name = 'parley.devices'

/** As createCallMedia, but this browser remembers which devices an agent has chosen: a headset, day after day. */
export function createKeptMedia(): CallMediaCore {
  const media = createCallMedia(read())
  return {
    ...media,
    choose(kind, id) {
      media.choose(kind, id)
      try {
        localStorage.setItem(name, JSON.stringify({ ...read(), [kind]: id }))
      } catch {
        // Chosen for this page, then.
      }
    },
  }
}

function read(): ChosenDevices {
  const chosen: ChosenDevices = { microphone: null, camera: null, speaker: null }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return Object.assign(chosen, kept)
  } catch {
    return chosen
  }
}
