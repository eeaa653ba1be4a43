import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { IconButton } from '../../chat/icon.tsx'
import { Afterwards } from './afterwards.tsx'
import { CallButton } from './call-icon.tsx'
import { useCallMessages, type T } from './call-messages.ts'
import { callsOf, isLive } from './calls-of.ts'
import { CheckPage } from './check-page.tsx'
import { sayEnding } from './how-it-ended.ts'
import { About, Controls, LiveCall, Portrait } from './live-call.tsx'
import { m } from './messages/keys.ts'

/** The call over the messages, from the look at the microphone to how it ended. Always there, so that its words are heard. */
export function CallPanel() {
  const chat = useChat()
  const t = useCallMessages()
  const [own] = useState(() => callsOf(chat))
  const { calls } = own
  const state = useStore(calls.state)
  const wantsSmall = useStore(own.small)
  const sectionRef = useFocusKept(state.name)
  useEffect(() => own.close, [own])
  useLayoutEffect(() => {
    // Whoever hung up before the answer knows it.
    if (state.name === 'over' && state.end.reason === 'cancelled') calls.dismiss()
  }, [calls, state])

  const live = isLive(state)
  const small = (live && wantsSmall) || state.name === 'elsewhere'
  const leave = () => {
    if (state.name === 'checking' || state.name === 'ready') calls.hangUp()
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
      class={small ? 'call small' : 'call'}
      aria-label={t?.(m.call)}
      tabIndex={-1}
      hidden={!t || state.name === 'idle'}
    >
      {t && (
        <>
          {live && <Portrait own={own} small={small} t={t} />}
          <div class="call-about">
            <p class="call-title" role="status">
              {titleOf(state, t, chat.settings.appearance.title)}
            </p>
            {live && <About own={own} t={t} />}
          </div>
          {state.name === 'ready' && <CheckPage own={own} t={t} />}
          {live && (small ? <Controls own={own} small t={t} /> : <LiveCall own={own} t={t} />)}
          <Afterwards own={own} t={t} onWrite={write} />
          {state.name === 'elsewhere' && (
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
  checking: m.checking,
  ready: m.ready,
  blocked: m.blocked,
  ringing: m.ringing,
  connecting: m.connecting,
  elsewhere: m.elsewhere,
}

/** What is going on, in the words that a screen reader hears when it changes. */
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
      return sayEnding(state, t)
    default:
      return t(stateTexts[state.name])
  }
}

/**
 * The keyboard comes to the call when the visitor is asked for something, stays in it when what it was on goes away, and
 * goes back to the call button at its end. Whoever types elsewhere is not interrupted.
 */
function useFocusKept(step: CustomerCallState['name']) {
  const sectionRef = useRef<HTMLElement>(null)
  const beforeRef = useRef(step)
  useLayoutEffect(() => {
    const before = beforeRef.current
    beforeRef.current = step
    const section = sectionRef.current!
    // Firefox leaves it in what has just been hidden, and takes it away with the next picture.
    const isLost =
      before !== 'idle' &&
      (document.activeElement === document.body || (step === 'idle' && section.matches(':focus-within')))
    if (!isLost && step !== 'ready' && step !== 'blocked') return
    if (step === 'idle')
      (section.getRootNode() as ShadowRoot).querySelector<HTMLElement>('.header .icon-button')?.focus()
    else section.focus()
  }, [step])
  return sectionRef
}
