import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useModal } from '../../chat/window-behaviour.ts'
import { IconButton } from '../../chat/icon.tsx'
import { ProviderLogo, providerNames } from './provider-logo.tsx'
import { useMemberMessages, type T } from './member-messages.ts'
import { createLoginPopup, type LoginPopup, type LoginPopupState } from './login-popup.ts'
import { m } from './messages/keys.ts'

/** The enabled login providers, each with a button by its brand rules, and "Continue as guest". */
export function LoginPage({ onDone }: { onDone(): void }) {
  const { session, settings, language, base } = useChat()
  const t = useMemberMessages(onDone)
  const [state, setState] = useState<LoginPopupState>({ name: 'idle' })
  const first = useRef<HTMLButtonElement>(null)
  const [popup] = useState(() => createLoginPopup({ session, base, language, onState: setState }))
  useModal(t !== null, first)
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
              <ProviderLogo of={social} />
              {t(m.continueWith, { name: providerNames[social] })}
            </button>
          </li>
        ))}
      </ul>
      <div class="login-state" role="status">
        <LoginStatus state={state} t={t} popup={popup} />
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

function LoginStatus({ state, t, popup }: { state: LoginPopupState; t: T; popup: LoginPopup }) {
  switch (state.name) {
    case 'idle':
      return null
    case 'starting':
    case 'waiting':
      return <p>{t(m.goOnThere, { name: providerNames[state.social] })}</p>
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
