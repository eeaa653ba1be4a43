import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { IconButton } from '../../chat/icon.tsx'
import { CallResult } from './call-result.tsx'
import { CallButton } from './call-icon.tsx'
import { useCallMessages, type T } from './call-messages.ts'
import { chatCallsOf, isBefore, isLive } from './chat-calls.ts'
import { DeviceCheck } from './device-check.tsx'
import { outcomeText } from './call-outcome.ts'
import { CallStatus, Controls, LiveCall, RemoteParticipant } from './live-call.tsx'
import { m } from './messages/keys.ts'

/** The call above the messages, from the device check to the result. Always mounted, so that screen readers announce changes. */
export function CallPanel() {
  const chat = useChat()
  const t = useCallMessages()
  const [own] = useState(() => chatCallsOf(chat))
  const { calls } = own
  const state = useStore(calls.state)
  const wantsSmall = useStore(own.small)
  const sectionRef = useFocusManagement(t ? state.name : 'idle')
  useEffect(() => own.close, [own])
  useLayoutEffect(() => {
    // The visitor cancelled: there is nothing to report.
    if (state.name === 'over' && state.end.reason === 'cancelled') calls.dismiss()
  }, [calls, state])

  const live = isLive(state)
  const small = (live && wantsSmall) || state.name === 'elsewhere'
  const leave = () => {
    if (isBefore(state)) calls.hangUp()
    else calls.dismiss()
  }
  const write = () => {
    leave()
    const root = sectionRef.current?.getRootNode() as ShadowRoot
    root.querySelector('textarea')?.focus()
  }
  return (
    <section
      ref={sectionRef}
      // Without its texts it is hidden even during a call: no `.call` for `isIdle` in mount-chat.tsx.
      class={t ? (small ? 'call small' : 'call') : ''}
      aria-label={t?.(m.call)}
      tabIndex={-1}
      hidden={!t || state.name === 'idle'}
    >
      {t && (
        <>
          {live && <RemoteParticipant own={own} small={small} t={t} />}
          <div class="call-about">
            <p class="call-title" role="status">
              {titleOf(state, t, chat.settings.appearance.title)}
            </p>
            {live && <CallStatus own={own} t={t} />}
          </div>
          {state.name === 'ready' && <DeviceCheck own={own} t={t} />}
          {live && (small ? <Controls own={own} small t={t} /> : <LiveCall own={own} t={t} />)}
          <CallResult own={own} t={t} onWrite={write} />
          {/* Kept when the call has ended, because its focus then moves to the call button. */}
          {(state.name === 'elsewhere' || state.name === 'idle') && (
            <button type="button" class="call-action" onClick={calls.takeOver}>
              {t(m.bringHere)}
            </button>
          )}
          {live ? (
            <CallButton
              class="call-size"
              icon={small ? 'large' : 'small'}
              name={t(small ? m.openCall : m.small)}
              onClick={() => own.small.set(!small)}
            />
          ) : (
            state.name !== 'elsewhere' && (
              <IconButton icon="close" class="call-size" name={t(m.close)} onClick={leave} />
            )
          )}
        </>
      )}
    </section>
  )
}

const stateTexts = {
  asking: m.connecting,
  checking: m.checking,
  ready: m.ready,
  blocked: m.blocked,
  ringing: m.ringing,
  connecting: m.connecting,
  elsewhere: m.elsewhere,
}

/** The call's state as text, announced by screen readers. */
export function titleOf(state: CustomerCallState, t: T, team: string): string {
  switch (state.name) {
    case 'idle':
      return ''
    case 'starting':
      return t(m.connecting)
    case 'waiting':
      return t(m.queue, { n: `${state.position}` })
    case 'active':
      return t(m.connected, { name: state.agent?.name ?? team })
    case 'over':
    case 'refused':
      return outcomeText(state, t)
    default:
      return t(stateTexts[state.name])
  }
}

/**
 * Focuses the call when it needs input or when the focused element disappears, and the call button at its end. Does not
 * interrupt typing.
 */
function useFocusManagement(step: CustomerCallState['name']) {
  const sectionRef = useRef<HTMLElement>(null)
  const beforeRef = useRef(step)
  useLayoutEffect(() => {
    const before = beforeRef.current
    beforeRef.current = step
    if (before === step) return
    const section = sectionRef.current!
    const root = section.getRootNode() as ShadowRoot
    // The call button disappears when the call appears. Browsers keep the focus in a hidden element until the next frame.
    const isLost =
      before === 'idle'
        ? root.querySelector('.header :focus .icon-phone')
        : (step === 'idle' && section.matches(':focus-within')) ||
          // Not if a call ended in another window while the visitor was reading here.
          (document.activeElement === document.body && (step !== 'idle' || before !== 'elsewhere'))
    if (!isLost && step !== 'ready' && step !== 'blocked') return
    if (step === 'idle') root.querySelector<HTMLElement>('.header .icon-button')?.focus()
    else section.focus()
  }, [step])
  return sectionRef
}
