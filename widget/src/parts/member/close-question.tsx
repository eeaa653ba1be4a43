import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useMemberWords } from './member-words.ts'

/** Asks before an account is closed, and says what that means (spec 6, rule 5). */
export function CloseQuestion({ onDone }: { onDone(): void }) {
  const { session, words } = useChat()
  const say = useMemberWords()
  const [state, setState] = useState<'asking' | 'closing' | 'failed'>('asking')
  const cancel = useRef<HTMLButtonElement>(null)
  const ready = say !== null
  // Before it is painted: Escape must find it as soon as it is seen.
  useLayoutEffect(() => cancel.current?.focus(), [ready])
  if (!say) return null

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
        <b id="close-title">{say('closeQuestion')}</b>
        <p id="close-text">{say('closeMeaning')}</p>
        <p class="problem" role="alert">
          {state === 'failed' && words.say('clearFailed')}
        </p>
        <div class="question-buttons">
          <button ref={cancel} type="button" class="button" onClick={onDone}>
            {words.say('cancel')}
          </button>
          <button
            type="button"
            class="button danger"
            disabled={state === 'closing'}
            onClick={() => void close()}
          >
            {say('closeAccount')}
          </button>
        </div>
      </div>
    </div>
  )
}
