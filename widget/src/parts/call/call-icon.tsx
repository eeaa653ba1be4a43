import type { CallMedia } from '@parley/client/calls/call-media'
import type { AgentFace } from '@parley/protocol/agent'
import { useStore } from '../../chat/chat-context.ts'
import { Avatar } from '../../chat/avatar.tsx'
import { Icon } from '../../chat/icon.tsx'
import type { T } from './call-messages.ts'
import { m } from './messages/keys.ts'

/** As in chat/icon.tsx: 24 units, 1.75 px stroke. */
const microphone = 'M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM6 11a6 6 0 0 0 12 0M12 17v4'
const camera = 'M3 7h12v10H3zm12 4 6-3v8l-6-3'
const off = 'M4 4l16 16'

const paths = {
  microphone,
  muted: microphone + off,
  camera,
  cameraOff: camera + off,
  screen: 'M3 7h18v10H3zm5 14h8',
  small: 'm6 15 6-6 6 6',
  large: 'm6 9 6 6 6-6',
} as const

export type CallIconName = keyof typeof paths

/** A round button of a call; `phone` hangs up. */
export function CallButton(props: {
  icon: CallIconName | 'phone'
  name: string
  class?: string
  onClick(): void
}) {
  return (
    <button
      type="button"
      class={`call-button ${props.class ?? ''}`}
      aria-label={props.name}
      title={props.name}
      onClick={props.onClick}
    >
      <Icon {...(props.icon === 'phone' ? { name: props.icon } : { path: paths[props.icon] })} />
    </button>
  )
}

export function CameraButton({ media, t }: { media: CallMedia; t: T }) {
  const { sending } = useStore(media.view)
  const camera = sending.camera && !sending.screen
  return (
    <CallButton
      icon={camera ? 'camera' : 'cameraOff'}
      name={t(camera ? m.cameraOff : m.cameraOn)}
      onClick={() => media.setCamera(!camera)}
    />
  )
}

/** The agent's avatar; a phone icon before the call is answered. */
export function CallAvatar({ agent }: { agent: AgentFace | null }) {
  if (agent) return <Avatar agent={agent} />
  return (
    <span class="face" style={{ '--hue': 230 }}>
      <Icon name="phone" />
    </span>
  )
}
