import type { Language } from '@parley/protocol/provider'
import { useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useModal } from '../../chat/window-behaviour.ts'
import { languages, useMemberMessages } from './member-messages.ts'
import { m } from './messages/keys.ts'

/**
 * The pre-chat form (spec 5.3), which asks for the language. The answer is kept in this browser and sent again with the
 * next connection.
 */
export function LanguageDialog({ onLanguage }: { onLanguage(language: Language): void }) {
  const { session, language: shown } = useChat()
  const t = useMemberMessages()
  const [chosen, setChosen] = useState(shown)
  const go = useRef<HTMLButtonElement>(null)
  useModal(t !== null, go)
  if (!t) return null

  const answer = () => {
    onLanguage(chosen)
    void session.chooseLanguage(chosen)
  }
  return (
    <div class="veil">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape takes what is chosen */}
      <div
        class="question"
        role="dialog"
        aria-modal="true"
        aria-labelledby="sheet-title"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          answer()
        }}
      >
        <label class="sheet">
          <b id="sheet-title">{t(m.whichLanguage)}</b>
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value as Language)}>
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
              </option>
            ))}
          </select>
        </label>
        <div class="question-buttons">
          <button ref={go} type="button" class="button primary" onClick={answer}>
            {t(m.goOn)}
          </button>
        </div>
      </div>
    </div>
  )
}
