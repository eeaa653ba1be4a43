import type { CallMediaCore, ChosenDevices, DeviceChoice } from './call-media.ts'
import { createCallMedia } from './call-media.ts'
import type { SessionValue } from './saved-call.ts'

const name = 'parley.devices'

/** Like createCallMedia, with the agent's chosen devices remembered in this browser. */
export const createMediaWithSavedDevices = (
  mute?: SessionValue,
  conversation?: () => string | null | undefined,
): CallMediaCore => createCallMedia(createSavedChoice(), mute, conversation)

/** Read each time: the devices may have been chosen for another call of this page, or in another tab. */
function createSavedChoice(): DeviceChoice {
  let chosen: ChosenDevices = { microphone: null, camera: null, speaker: null }
  let isUnsaved = false
  return {
    get() {
      if (isUnsaved) return chosen
      try {
        const saved: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
        chosen = Object.assign({ ...chosen }, saved)
      } catch {
        // Cannot be read: what was chosen on this page applies.
      }
      return chosen
    },
    set(next) {
      chosen = next
      isUnsaved = true
      try {
        localStorage.setItem(name, JSON.stringify(next))
        isUnsaved = false
      } catch {
        // Cannot be saved: the choice applies to this page only.
      }
    },
  }
}
