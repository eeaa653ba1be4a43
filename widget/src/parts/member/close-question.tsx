import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useMemberMessages } from './member-messages.ts'
import { m } from './messages/keys.ts'

/** Asks before an account is closed, and says what that means (spec 6, rule 5). */
export function CloseQuestion({ onDone }: { onDone(): void }) {
  const { session } = useChat()
  const t = useMemberMessages()
  const [state, setState] = useState<'asking' | 'closing' | 'failed'>('asking')
  const cancel = useRef<HTMLButtonElement>(null)
  const ready = t !== null
  // Before it is painted: Escape must find it as soon as it is seen.
  useLayoutEffect(() => cancel.current?.focus(), [ready])
  if (!t) return null

  const close = async () => {
    setState('closing')
    const answer = await session.closeAccount()
    // When it is done the visitor has come, and this question is gone.
    if (!answer.ok) setState('failed')
  }
  return (
    <div class="veil">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape means no */}
      <div
        class="question"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="close-title"
        aria-describedby="close-text"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      >
        <b id="close-title">{t(m.closeQuestion)}</b>
        <p id="close-text">{t(m.closeMeaning)}</p>
        <p class="problem" role="alert">
          {state === 'failed' && t(m.failed)}
        </p>
        <div class="question-buttons">
          <button ref={cancel} type="button" class="button" onClick={onDone}>
            {t(m.cancel)}
          </button>
          <button
            type="button"
            class="button danger"
            disabled={state === 'closing'}
            onClick={() => void close()}
          >
            {t(m.closeAccount)}
          </button>
        </div>
      </div>
    </div>
  )
}
