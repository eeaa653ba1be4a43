import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useState } from 'react'
import { browserKind } from '@parley/client/calls/browser-kind'
import { allowDesktop, desktopPermission } from '../../alerts/alert-settings.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './availability.module.css'
import { useOwnState } from './use-own-state.ts'

/** Why calls do not ring here, and how to fix it. */
export function MicrophoneNote() {
  const texts = useTexts().desk.microphone
  const calls = useAgentCalls()
  const permission = useStore(calls.permission)
  const [asking, setAsking] = useState(false)
  if (permission === 'granted') return null
  const ask = () => {
    setAsking(true)
    void calls.askMicrophone().finally(() => setAsking(false))
  }
  const first = permission === 'prompt' || permission === 'unknown'
  return (
    <div className={classes.note} role="note">
      {asking ? (
        <p>{texts.asking}</p>
      ) : (
        <>
          <p>{first ? texts.why : texts.problems[permission]}</p>
          {permission === 'denied' ? <p>{texts.where[browserKind()]}</p> : null}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMicrophone size={16} stroke={1.75} aria-hidden />}
            onClick={ask}
          >
            {first ? texts.ask : texts.tryAgain}
          </Button>
        </>
      )}
    </div>
  )
}

/** On the calls page: the note while the agent is available without a microphone. */
export function MicrophoneReminder() {
  return useOwnState() === 'silent' ? <MicrophoneNote /> : null
}

/** Requests notification permission after becoming available, when its purpose is clear. */
export function NotificationNote() {
  const texts = useTexts().desk.notify
  const [permission, setPermission] = useState(desktopPermission)
  if (permission === 'granted' || permission === 'unsupported') return null
  return (
    <div className={classes.plain}>
      <p>{permission === 'denied' ? texts.denied : texts.why}</p>
      {permission === 'denied' ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void allowDesktop().finally(() => setPermission(desktopPermission()))}
        >
          {texts.ask}
        </Button>
      )}
    </div>
  )
}
