import type { MediaDevice } from '@parley/client/calls/call-devices'
import type { CallMedia, DeviceKind } from '@parley/client/calls/call-media'
import { useState } from 'preact/hooks'
import { useStore } from '../../chat/chat-context.ts'
import type { Say } from './call-words.ts'
import { useLevel } from './level.ts'

/** Which devices are used, and whether the microphone hears anything. */
export function DeviceRows({ media, say }: { media: CallMedia; say: Say }) {
  const { devices, chosen, sending } = useStore(media.view)
  const kinds: [DeviceKind, readonly MediaDevice[]][] = [
    ['microphone', devices.microphones],
    ['camera', sending.camera ? devices.cameras : []],
    ['speaker', devices.speakers],
  ]
  return (
    <>
      {kinds.map(
        ([kind, list]) =>
          list.length > 0 && (
            <label key={kind} class="call-device">
              {say(kind)}
              <select
                value={chosen[kind] ?? list[0]?.id}
                onChange={(event) => media.choose(kind, event.currentTarget.value)}
              >
                {list.map(({ id, label }, index) => (
                  <option key={id} value={id}>
                    {label || `${say(kind)} ${index + 1}`}
                  </option>
                ))}
              </select>
            </label>
          ),
      )}
      <Meter media={media} say={say} />
    </>
  )
}

/** The bar says it to the eyes, the line under it to everybody. */
function Meter({ media, say }: { media: CallMedia; say: Say }) {
  const [heard, setHeard] = useState(false)
  const barRef = useLevel<HTMLDivElement>(media.ownLevel, setHeard)
  return (
    <>
      <div ref={barRef} class="call-meter" />
      <p class="file-size" role="status">
        {say(heard ? 'heard' : 'speak')}
      </p>
    </>
  )
}
