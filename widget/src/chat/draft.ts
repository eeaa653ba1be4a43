import { useEffect, useState } from 'preact/hooks'
import type { Preferences } from '../preferences.ts'
import { useChat, useStore } from './chat-context.ts'

/** A draft is saved when the visitor has stopped typing for this long. */
const saveDelayMs = 400

/** The unsent text of the current identity, also saved when the page is closed while typing. */
export function useDraft(): [string, (text: string) => void] {
  const { session, preferences } = useChat()
  const who = useStore(session.identity)
  const [draft, setDraft] = useState({ who, text: draftOf(preferences.read(), who) })
  // Text typed before the identity was known belongs to the identity that the connection proves.
  const text =
    draft.who === who ? draft.text : (draft.who === null && draft.text) || draftOf(preferences.read(), who)
  if (draft.who !== who) setDraft({ who, text })

  useEffect(() => {
    const keep = () => {
      const kept = preferences.read()
      if (who === null || draftOf(kept, who) === text) return
      const { [who]: _, ...others } = kept.drafts ?? {}
      preferences.change({ drafts: text ? { ...others, [who]: text } : others })
    }
    const timer = setTimeout(keep, saveDelayMs)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
      if (session.identity.get() !== who) keep()
    }
  }, [session, preferences, who, text])

  return [text, (next) => setDraft({ who, text: next })]
}

const draftOf = ({ drafts }: Preferences, who: string | null) => (who && drafts?.[who]) || ''
