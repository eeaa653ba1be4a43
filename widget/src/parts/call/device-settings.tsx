import type { MediaDevice } from '@parley/client/calls/call-devices'
import type { CallMedia, DeviceKind } from '@parley/client/calls/call-media'
import { useState } from 'preact/hooks'
import { useStore } from '../../chat/chat-context.ts'
import type { T } from './call-messages.ts'
import { m } from './messages/keys.ts'
import { useAudioLevel } from './audio-level.ts'

/** Device selection and a level meter for the microphone. */
export function DeviceSettings({ media, t }: { media: CallMedia; t: T }) {
  const { devices, chosen, sending } = useStore(media.view)
  const kinds: [DeviceKind, typeof m.camera, readonly MediaDevice[]][] = [
    ['microphone', m.microphone, devices.microphones],
    ['camera', m.camera, sending.camera ? devices.cameras : []],
    ['speaker', m.speaker, devices.speakers],
  ]
  return (
    <>
      {kinds.map(
        ([kind, text, list]) =>
          list.length > 0 && (
            <label key={kind} class="call-device">
              {t(text)}
              <select
                value={chosen[kind] ?? list[0]?.id}
                onChange={(event) => media.choose(kind, event.currentTarget.value)}
              >
                {list.map(({ id, label }, index) => (
                  <option key={id} value={id}>
                    {label || `${t(text)} ${index + 1}`}
                  </option>
                ))}
              </select>
            </label>
          ),
      )}
      <Meter media={media} t={t} />
    </>
  )
}

/** A bar, and a text that is also read by screen readers. */
function Meter({ media, t }: { media: CallMedia; t: T }) {
  const [heard, setHeard] = useState(false)
  const barRef = useAudioLevel<HTMLDivElement>(media.localLevel, setHeard)
  return (
    <>
      <div ref={barRef} class="call-meter" />
      <p class="caption" role="status">
        {t(heard ? m.heard : m.speak)}
      </p>
    </>
  )
}
