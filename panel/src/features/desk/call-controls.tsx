import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { canShareScreen } from '@parley/client/calls/call-devices'
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconNote,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
  type Icon,
} from '@tabler/icons-react'
import type { CallView } from '@parley/protocol/call-view'
import { useMemo } from 'react'
import { useCommands, type Command } from '../../commands/commands.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './call-bar.module.css'
import { DeviceMenu } from './device-menu.tsx'
import { HoldAndTransfer } from './hold-and-transfer.tsx'
import { screenProblemOf, type ScreenProblem } from './screen-problem.ts'

/** Call controls. */
export function CallControls(props: {
  /** null: not connected yet. */
  call: CallView | null
  video: boolean
  noting: boolean
  onNote: () => void
  /** Why the screen could not be shared; null when the agent tries again. */
  onScreenProblem: (problem: ScreenProblem | null) => void
}) {
  const texts = useTexts().desk.call
  const calls = useAgentCalls()
  const { sending } = useStore(calls.media.view)
  // Has device controls of its own, and the customer is on hold.
  const talking = useStore(calls.desk)?.transfer?.state === 'talking'
  const { video } = props
  const { screen = false } = sending
  const camera = sending.camera && !screen
  const shareScreen = () => {
    props.onScreenProblem(null)
    calls.media.shareScreen((error) => {
      props.onScreenProblem(screenProblemOf(error))
    })
  }
  useCallCommands()
  return (
    <div className={classes.buttons}>
      {/* On hold nothing is sent, and a private talk has its own control. */}
      {props.call?.held_since ? null : (
        <Control
          icon={sending.microphone ? IconMicrophone : IconMicrophoneOff}
          label={sending.microphone ? texts.mute : texts.unmute}
          alarming={!sending.microphone}
          onClick={() => calls.media.setMicrophone(!sending.microphone)}
        />
      )}
      {video ? (
        <Control
          icon={camera ? IconVideo : IconVideoOff}
          label={camera ? texts.cameraOff : texts.cameraOn}
          onClick={() => calls.media.setCamera(!camera)}
        />
      ) : null}
      {video && canShareScreen() ? (
        <Control
          icon={screen ? IconScreenShareOff : IconScreenShare}
          label={screen ? texts.screenOff : texts.screenOn}
          alarming={screen}
          onClick={() => (screen ? calls.media.setCamera(false) : shareScreen())}
        />
      ) : null}
      {talking ? null : <DeviceMenu media={calls.media} video={video} />}
      {props.call === null ? null : <HoldAndTransfer call={props.call} />}
      <Control icon={IconNote} label={texts.note} pressed={props.noting} onClick={props.onNote} />
      <Button
        color="red"
        leftSection={<IconPhoneOff size={20} stroke={1.75} aria-hidden />}
        onClick={() => calls.hangUp()}
      >
        {texts.hangUp}
      </Button>
    </div>
  )
}

function Control(props: {
  icon: Icon
  label: string
  onClick: () => void
  alarming?: boolean
  pressed?: boolean
}) {
  const { icon: IconComponent } = props
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant={props.alarming === true ? 'filled' : props.pressed === true ? 'light' : 'default'}
        {...(props.alarming === true ? { color: 'amber' } : {})}
        size={36}
        aria-label={props.label}
        aria-expanded={props.pressed}
        onClick={props.onClick}
      >
        <IconComponent size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function useCallCommands(): void {
  const texts = useTexts().desk.keys
  const calls = useAgentCalls()
  useCommands(
    useMemo((): Command[] => {
      const { group } = texts
      return [
        {
          id: 'call.mute',
          title: texts.mute,
          group,
          shortcut: 'c m',
          icon: IconMicrophoneOff,
          run: () => calls.media.setMicrophone(!calls.media.view.get().sending.microphone),
        },
        {
          id: 'call.hang-up',
          title: texts.hangUp,
          group,
          shortcut: 'c h',
          icon: IconPhoneOff,
          run: () => calls.hangUp(),
        },
      ]
    }, [texts, calls]),
  )
}
