import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { IconButton } from '../../chat/icon.tsx'
import { Mark, serviceNames } from './marks.tsx'
import { useMemberMessages, type T } from './member-messages.ts'
import { createPopup, type Popup, type PopupState } from './popup.ts'
import { m } from './messages/keys.ts'

/** The ways in that are switched on, each with the button that its service asks for, and the way to stay a visitor. */
export function LoginPage({ onDone }: { onDone(): void }) {
  const { session, settings, language, base } = useChat()
  const t = useMemberMessages()
  const [state, setState] = useState<PopupState>({ name: 'idle' })
  const first = useRef<HTMLButtonElement>(null)
  const [popup] = useState(() => createPopup({ session, base, language, tell: setState }))
  const ready = t !== null
  // Before it is painted: Escape must find it as soon as it is seen.
  useLayoutEffect(() => first.current?.focus(), [ready])
  useEffect(() => popup.cancel, [popup])
  if (!t) return null

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
        <b id="login-title">{t(m.signIn)}</b>
        <IconButton icon="close" name={t(m.cancel)} onClick={onDone} />
      </div>
      <p id="login-reason">{t(m.signInReason)}</p>
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
              {t(m.continueWith, { name: serviceNames[social] })}
            </button>
          </li>
        ))}
      </ul>
      <div class="login-state" role="status">
        <Told state={state} t={t} popup={popup} />
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
        {busy ? t(m.cancel) : t(m.stayAnonymous)}
      </button>
    </div>
  )
}

function Told({ state, t, popup }: { state: PopupState; t: T; popup: Popup }) {
  switch (state.name) {
    case 'idle':
      return null
    case 'starting':
    case 'waiting':
      return <p>{t(m.goOnThere, { name: serviceNames[state.social] })}</p>
    case 'closed':
      return <p>{t(m.notYet)}</p>
    case 'failed':
      return <p class="problem">{t(m.failed)}</p>
    default:
      return (
        <>
          <p>{t(m.blocked)}</p>
          <button type="button" class="link" onClick={() => popup.start(state.social)}>
            {t(m.tryAgain)}
          </button>
          <button type="button" class="link" onClick={() => popup.startHere(state.social)}>
            {t(m.openHere)}
          </button>
        </>
      )
  }
}
