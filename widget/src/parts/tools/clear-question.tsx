import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'

/** Asks before the visitor's window is emptied, and says what that means. */
export function ClearQuestion({ onDone }: { onDone(): void }) {
  const { session, words } = useChat()
  const [state, setState] = useState<'asking' | 'clearing' | 'failed'>('asking')
  const cancel = useRef<HTMLButtonElement>(null)
  // Before it is painted: Escape must find it as soon as it is seen.
  useLayoutEffect(() => cancel.current?.focus(), [])

  const clear = async () => {
    setState('clearing')
    const answer = await session.clear()
    if (answer.ok) onDone()
    else setState('failed')
  }
  return (
    <div class="veil">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape means no */}
      <div
        class="question"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="clear-title"
        aria-describedby="clear-text"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      >
        <b id="clear-title">{words.say('clearQuestion')}</b>
        <p id="clear-text">{words.say('clearMeaning')}</p>
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
            disabled={state === 'clearing'}
            onClick={() => void clear()}
          >
            {words.say('clearChat')}
          </button>
        </div>
      </div>
    </div>
  )
}
