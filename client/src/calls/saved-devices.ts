import type { CallMediaCore, ChosenDevices } from './call-media.ts'
import { createCallMedia } from './call-media.ts'
import type { SessionValue } from './saved-call.ts'

const name = 'parley.devices'

/** Like createCallMedia, with the agent's chosen devices remembered in this browser. */
export function createMediaWithSavedDevices(
  mute?: SessionValue,
  conversation?: () => string | null | undefined,
): CallMediaCore {
  const media = createCallMedia(read(), mute, conversation)
  return {
    ...media,
    choose(kind, id) {
      media.choose(kind, id)
      try {
        localStorage.setItem(name, JSON.stringify({ ...read(), [kind]: id }))
      } catch {
        // Then the choice applies to this page only.
      }
    },
  }
}

function read(): ChosenDevices {
  const chosen: ChosenDevices = { microphone: null, camera: null, speaker: null }
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return Object.assign(chosen, saved)
  } catch {
    return chosen
  }
}
