import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { DeviceMenu } from './device-menu.tsx'
import classes from './transfer.module.css'

/** Microphone, devices and sound of the private talk. */
export function TalkDevices() {
  const t = useTexts()
  const texts = t.desk.call
  const calls = useAgentCalls()
  const { media } = calls.talk
  const { name } = useStore(calls.talk.state)
  const { sending, problem, audioBlocked } = useStore(media.view)
  if (name === 'elsewhere') {
    return (
      <Button variant="default" onClick={() => calls.takeOverTalk()}>
        {texts.takeOver}
      </Button>
    )
  }
  const label = sending.microphone ? texts.mute : texts.unmute
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant={sending.microphone ? 'default' : 'filled'}
          {...(sending.microphone ? {} : { color: 'amber' })}
          size={36}
          aria-label={label}
          onClick={() => media.setMicrophone(!sending.microphone)}
        >
          {sending.microphone ? (
            <IconMicrophone size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconMicrophoneOff size={20} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <DeviceMenu media={media} video={false} />
      {audioBlocked ? <Button onClick={() => media.playSound()}>{texts.playSound}</Button> : null}
      {problem?.device === 'microphone' ? (
        <p className={classes.problem} role="alert">
          {t.desk.microphone.problems[problem.code]}
        </p>
      ) : null}
    </>
  )
}
