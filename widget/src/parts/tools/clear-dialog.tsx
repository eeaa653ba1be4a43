import { useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useModal } from '../../chat/window-behaviour.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** Confirms clearing the chat. */
export function ClearDialog({ onDone }: { onDone(): void }) {
  const { session } = useChat()
  const t = useToolsMessages(onDone)
  const [state, setState] = useState<'asking' | 'clearing' | 'failed'>('asking')
  const cancel = useRef<HTMLButtonElement>(null)
  useModal(t !== null, cancel)
  if (!t) return null

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
        <b id="clear-title">{t(m.clearQuestion)}</b>
        <p id="clear-text">{t(m.clearMeaning)}</p>
        <p class="problem" role="alert">
          {state === 'failed' && t(m.clearFailed)}
        </p>
        <div class="question-buttons">
          <button ref={cancel} type="button" class="button" onClick={onDone}>
            {t(m.cancel)}
          </button>
          <button
            type="button"
            class="button danger"
            aria-disabled={state === 'clearing'}
            onClick={() => state !== 'clearing' && void clear()}
          >
            {t(m.clearChat)}
          </button>
        </div>
      </div>
    </div>
  )
}
