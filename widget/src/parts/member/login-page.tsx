import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { IconButton } from '../../chat/icon.tsx'
import { Mark, serviceNames } from './marks.tsx'
import { useMemberWords, type Say } from './member-words.ts'
import { createPopup, type Popup, type PopupState } from './popup.ts'

/** The ways in that are switched on, each with the button that its service asks for, and the way to stay a visitor. */
export function LoginPage({ onDone }: { onDone(): void }) {
  const { session, settings, words, base } = useChat()
  const say = useMemberWords()
  const [state, setState] = useState<PopupState>({ name: 'idle' })
  const first = useRef<HTMLButtonElement>(null)
  const [popup] = useState(() => createPopup({ session, base, language: words.language, tell: setState }))
  const ready = say !== null
  // Before it is painted: Escape must find it as soon as it is seen.
  useLayoutEffect(() => first.current?.focus(), [ready])
  useEffect(() => popup.cancel, [popup])
  if (!say) return null

  const busy = state.name === 'starting' || state.name === 'waiting'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back
    <div
      class="login"
      role="dialog"
      aria-modal="true"
      aria-labelledby="login-title"
      aria-describedby="login-reason"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    >
      <div class="login-head">
        <b id="login-title">{say('signIn')}</b>
        <IconButton icon="close" name={words.say('cancel')} onClick={onDone} />
      </div>
      <p id="login-reason">{say('signInReason')}</p>
      <ul class="login-ways">
        {settings.logins.map((social, index) => (
          <li key={social}>
            <button
              ref={index === 0 ? first : null}
              type="button"
              class={`by by-${social}`}
              onClick={() => popup.start(social)}
            >
              <Mark of={social} />
              {say('continueWith', { name: serviceNames[social] })}
            </button>
          </li>
        ))}
      </ul>
      <div class="login-state" role="status">
        <Told state={state} say={say} popup={popup} />
      </div>
      <button
        type="button"
        class="button"
        onClick={() => {
          if (!busy) return onDone()
          popup.cancel()
          setState({ name: 'idle' })
        }}
      >
        {busy ? words.say('cancel') : say('stayAnonymous')}
      </button>
    </div>
  )
}

function Told({ state, say, popup }: { state: PopupState; say: Say; popup: Popup }) {
  const { words } = useChat()
  switch (state.name) {
    case 'idle':
      return null
    case 'starting':
    case 'waiting':
      return <p>{say('goOnThere', { name: serviceNames[state.social] })}</p>
    case 'closed':
      return <p>{say('notYet')}</p>
    case 'failed':
      return <p class="problem">{words.say('clearFailed')}</p>
    default:
      return (
        <>
          <p>{say('blocked')}</p>
          <button type="button" class="link" onClick={() => popup.start(state.social)}>
            {words.say('tryAgain')}
          </button>
          <button type="button" class="link" onClick={() => popup.startHere(state.social)}>
            {say('openHere')}
          </button>
        </>
      )
  }
}
