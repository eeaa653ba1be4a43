import type { Language } from '@parley/protocol/provider'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { m } from './messages/keys.ts'
import { languages, useToolsMessages } from './tools-messages.ts'

export interface MenuPanelProps {
  onClear(): void
  onLanguage(language: Language): void
  onLogin(): void
  onCloseAccount(): void
}

/** Native controls instead of menu roles, for keyboards and screen readers. */
export function MenuPanel({ onClear, onLanguage, onLogin, onCloseAccount }: MenuPanelProps) {
  const { preferences, language: shown, parts, session, withLogin } = useChat()
  const [sound, setSound] = useState(() => !preferences.read().muted)
  const member = useStore(parts.member)
  const service = useStore(parts.service)
  const { customerId } = useStore(session.timeline)
  const t = useToolsMessages()
  useEffect(() => {
    if (withLogin()) parts.member.use()
    if (customerId) parts.service.use()
  }, [parts, withLogin, customerId])
  if (!t) return null

  return (
    <div class="menu-panel" role="group" aria-label={t(m.menu)}>
      {member && withLogin() && <member.AccountRows onLogin={onLogin} onCloseAccount={onCloseAccount} />}
      <label class="menu-row">
        {t(m.language)}
        <select value={shown} onChange={(event) => onLanguage(event.currentTarget.value as Language)}>
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
            </option>
          ))}
        </select>
      </label>
      <label class="menu-row">
        {t(m.sound)}
        <input
          type="checkbox"
          checked={sound}
          onChange={(event) => {
            setSound(event.currentTarget.checked)
            preferences.change({ muted: !event.currentTarget.checked })
          }}
        />
      </label>
      <button type="button" class="menu-row danger" onClick={onClear}>
        {t(m.clearChat)}
      </button>
      {/* Last: they appear late, and would move the others under the pointer. */}
      {service && customerId && <service.TranscriptRows key={customerId} />}
    </div>
  )
}
