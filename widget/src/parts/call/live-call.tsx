import { canShareScreen } from '@parley/client/calls/call-devices'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { minutes } from '../../chat/times.ts'
import { CallButton, CameraButton, CallAvatar } from './call-icon.tsx'
import type { T } from './call-messages.ts'
import type { ChatCalls } from './chat-calls.ts'
import { DeviceSettings } from './device-settings.tsx'
import { useAudioLevel } from './audio-level.ts'
import { StreamVideo } from './stream-video.tsx'
import { connectionText, topicOf, useCallHelp } from './call-problems.ts'
import { m } from './messages/keys.ts'

interface LiveProps {
  own: ChatCalls
  t: T
}

/** The agent's video, or their avatar with a ring that follows the audio level. */
export function RemoteParticipant({ own: { calls }, small, t }: LiveProps & { small: boolean }) {
  const { settings } = useChat()
  const state = useStore(calls.state)
  const { remoteVideo, localVideo, remoteSending, sending } = useStore(calls.media.view)
  const ringRef = useAudioLevel<HTMLDivElement>(calls.media.remoteLevel)
  const agent = 'agent' in state ? state.agent : null
  const name = agent?.name ?? settings.appearance.title

  return (
    <>
      {remoteVideo && !small ? (
        <StreamVideo stream={remoteVideo} name={name} class="call-their" screen={remoteSending.screen} />
      ) : (
        <div ref={ringRef} class={state.name === 'active' ? 'call-face' : 'call-face call-wait'}>
          <CallAvatar agent={agent} />
        </div>
      )}
      {localVideo && !small && !sending.screen && (
        <StreamVideo stream={localVideo} name={t(m.you)} class="call-own" />
      )}
    </>
  )
}

/** Duration and recording state. */
export function CallStatus({ own: { calls }, t }: LiveProps) {
  const state = useStore(calls.state)
  const call = useStore(calls.call)
  const recording = call?.recording.state ?? 'off'
  return (
    <div class="status">
      {state.name === 'active' && <Timer since={state.since} />}
      <span class="status" role="status">
        {call?.held_since && t(m.onHold)}
        {recording !== 'off' && (
          <>
            <i class={recording === 'on' ? 'dot call-on' : 'dot'} />
            {t(recording === 'on' ? m.recording : m.paused)}
          </>
        )}
      </span>
    </div>
  )
}

export function Timer({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer" class="call-time">
      {minutes(Math.max(0, now - since) / 1_000)}
    </span>
  )
}

/** Problems, controls and device settings. */
export function LiveCall({ own, t }: LiveProps) {
  const { settings } = useChat()
  const { media, state: stateStore } = own.calls
  const state = useStore(stateStore)
  const view = useStore(media.view)
  const [devices, showDevices] = useState(false)
  const topic = topicOf(view.problem)
  const help = useCallHelp(devices || !!topic)
  const active = state.name === 'active'
  const name = (active && state.agent?.name) || settings.appearance.title

  return (
    <>
      <p class="call-notice" role="status">
        {connectionText(view.path, active, t) ||
          (active && !topic && !view.remoteSending.microphone && t(m.theyMuted, { name }))}
        {help && topic && (
          <>
            {' '}
            <help.HelpText topic={topic} />
          </>
        )}
        {view.sending.screen && ` ${t(m.sharing)}`}
      </p>
      <Controls own={own} small={false} t={t} />
      <button type="button" class="link" aria-expanded={devices} onClick={() => showDevices(!devices)}>
        {t(m.devices)}
      </button>
      {devices && (
        <div ref={bringIntoView} class="call-check">
          <DeviceSettings media={media} t={t} />
          {help && <help.UnheardHelp />}
        </div>
      )}
    </>
  )
}

/** Mute, camera, screen and hang up; without video when minimized. */
export function Controls({ own: { calls }, small, t }: LiveProps & { small: boolean }) {
  const { media } = calls
  const { sending, audioBlocked } = useStore(media.view)
  const video = useStore(calls.call)?.video
  return (
    <div class="call-row">
      {audioBlocked && (
        <button type="button" class="call-action" onClick={media.playSound}>
          {t(m.playSound)}
        </button>
      )}
      <CallButton
        icon={sending.microphone ? 'microphone' : 'muted'}
        class={sending.microphone ? '' : 'off'}
        name={t(sending.microphone ? m.mute : m.unmute)}
        onClick={() => media.setMicrophone(!sending.microphone)}
      />
      {video && !small && (
        <>
          <CameraButton media={media} t={t} />
          {canShareScreen() && (
            <CallButton
              icon="screen"
              class={sending.screen ? 'off' : ''}
              name={t(sending.screen ? m.screenOff : m.screenOn)}
              onClick={() => (sending.screen ? media.setCamera(false) : media.shareScreen())}
            />
          )}
        </>
      )}
      <CallButton icon="phone" class="danger" name={t(m.hangUp)} onClick={calls.hangUp} />
    </div>
  )
}

/** On phones the settings open below the visible area. A stable function, so that it runs once. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
