import { Button, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './availability.module.css'
import { MicrophoneNote } from './microphone-note.tsx'
import { NotificationNote } from './notification-note.tsx'
import { useOwnState } from './use-own-state.ts'
import { WrapUpLeft } from './wrap-up-left.tsx'

/** Availability for calls, and what prevents it. In the account menu. */
export function Availability() {
  const texts = useTexts().desk
  const calls = useAgentCalls()
  const desk = useStore(calls.desk)
  const permission = useStore(calls.permission)
  const state = useOwnState()
  const change = useAvailability()
  if (desk === null || state === 'unknown') return null
  const available = desk.availability === 'available'
  return (
    <section className={classes.part} aria-label={texts.availability}>
      <Switch
        label={texts.available}
        description={texts.availableHint}
        checked={available}
        onChange={(event) => change(event.currentTarget.checked ? 'available' : 'away')}
      />
      {desk.state === 'wrap_up' && desk.wrap_up_until !== null ? (
        <div className={classes.wrapUp}>
          <span>
            {texts.wrapUntil} <WrapUpLeft until={desk.wrap_up_until} />
          </span>
          <Button size="compact-sm" variant="default" onClick={() => void calls.wrappedUp()}>
            {texts.finishNow}
          </Button>
        </div>
      ) : null}
      {available && permission !== 'granted' ? <MicrophoneNote /> : null}
      {available && permission === 'granted' ? <NotificationNote /> : null}
    </section>
  )
}

/** Must run in a click: becoming available requests microphone permission, since calls ring only with one. */
export function useAvailability(): (availability: 'available' | 'away') => void {
  const texts = useTexts().desk
  const calls = useAgentCalls()
  return (availability) => {
    if (availability === 'available' && calls.permission.get() !== 'granted') void calls.askMicrophone()
    void calls.setAvailability(availability).then((problem) => {
      if (problem !== null) notifications.show({ color: 'red', message: texts.changeFailed })
      return problem
    })
  }
}
