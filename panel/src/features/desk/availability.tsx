import { Button, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPhoneCheck, IconPhonePause } from '@tabler/icons-react'
import { useEffect } from 'react'
import { registerCommands } from '../../commands/commands.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useStore } from '../../session/agent-session.tsx'
import { useServerNow } from '../../session/use-server-now.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './availability.module.css'
import type { OwnState } from './own-state.ts'
import { MicrophoneNote, NotificationNote } from './permission-notes.tsx'
import { useOwnState } from './use-own-state.ts'

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

/** Remaining wrap-up time. */
export function WrapUpLeft({ until }: { until: string }) {
  const locale = useLocale()
  const now = useServerNow()
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {/* `now` may be a second old: rounding down never starts ten seconds at eleven. */}
      {clockDuration((Date.parse(until) - now) / 1_000, locale)}
    </span>
  )
}

/** A dot for the agent's state. Decorative: the text is next to it. */
export function StateDot({ state }: { state: OwnState }) {
  if (state === 'unknown') return null
  return <span className={classes.dot} data-state={state} aria-hidden />
}

/** Availability commands in the palette. Renders nothing. */
export function DeskCommands(): null {
  const texts = useTexts().desk.keys
  const available = useStore(useAgentCalls().desk)?.availability === 'available'
  const change = useAvailability()
  useEffect(() =>
    registerCommands([
      {
        id: 'desk.availability',
        title: available ? texts.away : texts.available,
        group: texts.group,
        icon: available ? IconPhonePause : IconPhoneCheck,
        run: () => change(available ? 'away' : 'available'),
      },
    ]),
  )
  return null
}
