import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconArrowBarToDown, IconBellOff, IconPhoneOff } from '@tabler/icons-react'
import type { AgentCallState } from '@parley/client/calls/agent-call-state'
import type { Desk } from '@parley/protocol/call-view'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { displayName } from '../../people/customer-labels.ts'
import { useStore } from '../../session/agent-session.tsx'
import { clockDuration } from '../../time/clock-duration.ts'
import { reasonText } from '../../ui/call-outcome.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { useAvailability, WrapUpLeft } from './availability.tsx'
import classes from './call-bar.module.css'
import { CustomerLink } from './customer-link.tsx'

/** The call is in another window, or was in one that closed. */
export function ElsewhereBar({ state }: { state: Extract<AgentCallState, { name: 'elsewhere' }> }) {
  const t = useTexts()
  const texts = t.desk.call
  const calls = useAgentCalls()
  return (
    <div className={classes.bar} data-tone="amber">
      <output className={classes.body}>
        {texts.elsewhere(displayName(t.inbox.customers, state.customer))}
      </output>
      <div className={classes.buttons}>
        <Button
          leftSection={<IconArrowBarToDown size={18} stroke={1.75} aria-hidden />}
          onClick={() => calls.takeOver()}
        >
          {texts.takeOver}
        </Button>
        <Button
          color="red"
          variant="light"
          leftSection={<IconPhoneOff size={18} stroke={1.75} aria-hidden />}
          onClick={() => calls.hangUp()}
        >
          {texts.hangUp}
        </Button>
      </div>
    </div>
  )
}

/** After a call: outcome, note and wrap-up time. */
export function OverBar(props: { state: Extract<AgentCallState, { name: 'over' }>; desk: Desk | null }) {
  const t = useTexts()
  const texts = t.desk.call
  const calls = useAgentCalls()
  const locale = useLocale()
  const uploads = useStore(calls.uploads)
  const { state, desk } = props
  const name = displayName(t.inbox.customers, state.customer)
  const wrapping = desk?.state === 'wrap_up' && desk.wrap_up_until !== null ? desk.wrap_up_until : null
  const finish = async () => {
    if (wrapping !== null) await calls.wrappedUp()
    calls.dismiss()
  }
  return (
    <div className={classes.bar}>
      <div className={classes.body}>
        <output>
          <span className={classes.name}>{texts.over(name)}</span>
          <span className={classes.state}>
            {state.seconds === null ? null : texts.lasted(clockDuration(state.seconds, locale))}{' '}
            {state.end.reason === null && state.end.ended_by === 'agent'
              ? texts.youHungUp
              : reasonText(t.calls, state.end)}
          </span>
        </output>
        <span className={classes.state}>
          <CustomerLink company={state} inviting />
          {uploads.chunks > 0 ? <span>{texts.uploads(uploads.chunks)}</span> : null}
        </span>
      </div>
      <div className={classes.buttons}>
        {wrapping === null ? null : (
          <span className={classes.state}>
            {t.desk.wrapUntil} <WrapUpLeft until={wrapping} />
          </span>
        )}
        <Button variant="default" onClick={() => void finish()}>
          {wrapping === null ? texts.dismiss : t.desk.finishNow}
        </Button>
      </div>
    </div>
  )
}

/** Wrap-up time of a call that ended before this page loaded. */
export function WrapUpBar({ until }: { until: string }) {
  const texts = useTexts().desk
  const calls = useAgentCalls()
  return (
    <div className={classes.bar}>
      <div className={classes.body}>
        {texts.wrapUntil} <WrapUpLeft until={until} />
      </div>
      <Button variant="default" onClick={() => void calls.wrappedUp()}>
        {texts.finishNow}
      </Button>
    </div>
  )
}

/** Shown after two unanswered calls set the agent to away. */
export function MissedBar() {
  const texts = useTexts().desk.missed
  const { organization } = useMembership()
  const change = useAvailability()
  return (
    <div className={classes.bar} data-tone="amber">
      <IconBellOff size={20} stroke={1.75} aria-hidden />
      <output className={classes.body}>
        <span className={classes.name}>{texts.title}</span>
        <span className={classes.state}>{texts.text}</span>
      </output>
      <div className={classes.buttons}>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/o/$organizationId/calls" params={{ organizationId: organization.id }} {...props} />
          )}
        >
          {texts.calls}
        </Button>
        <Button onClick={() => change('available')}>{texts.back}</Button>
      </div>
    </div>
  )
}
