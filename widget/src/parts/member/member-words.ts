import type { Language } from '@parley/protocol/provider'
import { useEffect, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import type { MemberMessages } from './messages/messages.ts'

/** Of the files of words under `widget/`, put in by the build (vite.config.ts). */
declare const __PARLEY_HASHES__: Record<Language, string>

export type Say = (key: keyof MemberMessages, values?: Record<string, string>) => string

/** The words of this part in the chat's language; null until they are there. */
export function useMemberWords(): Say | null {
  const { parts, words } = useChat()
  const [found, setFound] = useState<{ messages: MemberMessages } | null>(null)
  const { language } = words
  useEffect(() => {
    parts.load(`member-${language}-${__PARLEY_HASHES__[language]}.js`).then(
      (words) => setFound(words as { messages: MemberMessages }),
      () => {},
    )
  }, [parts, language])
  if (!found) return null
  return (key, values = {}) =>
    found.messages[key].replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
}
