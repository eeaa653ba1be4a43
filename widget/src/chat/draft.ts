import { listen } from '@parley/client/browser/listen'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'

/** A draft is saved when the visitor has stopped typing for this long. */
const saveDelayMs = 400

/**
 * The unsent text of the current identity, also saved when the page is closed while typing. Only changes made on this
 * page are saved, because another tab may have saved a draft since.
 */
export function useDraft(): [string, (text: string) => void] {
  const { session, preferences, config } = useChat()
  const who = useStore(session.identity)
  // Until the identity is known, the page's `user` keeps the drafts of different people apart.
  const owner = who ?? `?${config().user}`
  const read = (typed: string) => {
    const saved = preferences.read().drafts?.[owner] ?? ''
    return { who, owner, saved, text: typed || saved }
  }
  const [state, setDraft] = useState(() => read(''))
  // Text typed before the identity was known belongs to the identity that the connection proves.
  const draft = state.who === who ? state : read(state.who === null ? state.text : '')
  if (draft !== state) setDraft(draft)

  useEffect(() => {
    const save = (next: string) => {
      if (next === draft.saved) return
      draft.saved = next
      const { [draft.owner]: _, ...others } = preferences.read().drafts ?? {}
      preferences.change({ drafts: next ? { ...others, [draft.owner]: next } : others })
    }
    // Messages are stored once their identity is known; until then their text is kept as a draft.
    const leave = () => {
      const unsent = who === null ? session.timeline.get().pending : []
      save([...unsent.map(({ content }) => content), draft.text].filter(Boolean).join('\n'))
    }
    const timer = setTimeout(save, saveDelayMs, draft.text)
    const stop = listen(window, 'pagehide', leave)
    return () => {
      clearTimeout(timer)
      stop()
      if (session.identity.get() !== who) save(who === null ? '' : draft.text)
    }
  }, [session, preferences, who, draft])

  return [draft.text, (next) => setDraft({ ...draft, text: next })]
}
