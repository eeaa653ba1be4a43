import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useModal } from '../../chat/window-behaviour.ts'
import { useMemberMessages } from './member-messages.ts'
import { m } from './messages/keys.ts'
import { closeAccount } from './retry-until-answered.ts'

/** Confirms closing the account (spec 6, rule 5). */
export function CloseAccountDialog({ onDone }: { onDone(): void }) {
  const { session } = useChat()
  const t = useMemberMessages(onDone)
  const [state, setState] = useState<'asking' | 'closing' | 'failed'>('asking')
  const isOpen = useRef(true)
  const cancel = useRef<HTMLButtonElement>(null)
  useModal(t !== null, cancel)
  // Stops repeating the request once the dialog is closed.
  useEffect(() => () => void (isOpen.current = false), [])
  if (!t) return null

  const close = async () => {
    setState('closing')
    const answer = await closeAccount(session, () => isOpen.current)
    // On success the identity changes, which closes this dialog.
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
            aria-disabled={state === 'closing'}
            onClick={() => state !== 'closing' && void close()}
          >
            {t(m.closeAccount)}
          </button>
        </div>
      </div>
    </div>
  )
}
