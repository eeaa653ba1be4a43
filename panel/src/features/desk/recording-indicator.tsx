import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerRecord } from '@tabler/icons-react'
import type { CallView } from '@parley/protocol/call-view'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './call-bar.module.css'

/** Recording status and pause control. */
export function RecordingIndicator({ call }: { call: CallView }) {
  const texts = useTexts().desk.recording
  const calls = useAgentCalls()
  const recording = useStore(calls.recording)
  if (call.recording.consent === 'declined') return <span className={classes.mark}>{texts.declined}</span>
  switch (recording.name) {
    case 'off':
      return null
    case 'failed':
      return (
        <span className={classes.mark} data-tone="amber" role="alert">
          {texts.failed}
        </span>
      )
    case 'on':
      return (
        <span className={classes.mark} data-tone="red">
          <IconPlayerRecord size={16} stroke={1.75} aria-hidden />
          {texts.on}
          <Toggle label={texts.pause} icon={IconPlayerPause} onClick={calls.pauseRecording} />
        </span>
      )
    case 'paused':
      return (
        <span className={classes.mark} data-tone="amber">
          <IconPlayerPause size={16} stroke={1.75} aria-hidden />
          {texts.paused}
          <Toggle label={texts.resume} icon={IconPlayerRecord} onClick={calls.resumeRecording} />
        </span>
      )
    default:
      return recording.name satisfies never
  }
}

function Toggle(props: { label: string; icon: typeof IconPlayerPause; onClick: () => void }) {
  const { icon: IconComponent } = props
  return (
    <Tooltip label={props.label}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={props.label} onClick={props.onClick}>
        <IconComponent size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
