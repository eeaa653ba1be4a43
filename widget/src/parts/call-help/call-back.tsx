import { useRef, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { useHelpMessages, type HelpKey } from './help-messages.ts'
import { m } from './messages/keys.ts'

/**
 * Asks to be called back when nobody answered. The message makes the request part of the conversation, where an agent
 * answers it.
 */
export function CallBack() {
  const t = useHelpMessages()
  const { session } = useChat()
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<HelpKey | null>(null)
  const said = problem ?? (asked && m.willCall)
  const askingRef = useRef(false)

  if (!t) return null

  const toggle = async ({ detail: clicks }: MouseEvent) => {
    // The second click of a double click would cancel the request that the first one made.
    if (clicks > 1 || askingRef.current) return
    askingRef.current = true
    const answer = await session.request(asked ? 'call_back.withdraw' : 'call_back.request', {})
    askingRef.current = false
    if (!answer.ok) return setProblem(answer.code === 'rate_limited' ? m.tooOften : m.unreachable)
    setProblem(null)
    setAsked(!asked)
    if (!asked) session.send({ content: t(m.callMeBack), reply_to_id: null, media: [] })
  }

  return (
    <>
      <p class="caption" role="status">
        {said && t(said)}
      </p>
      <button type="button" class="call-action" onClick={(click) => void toggle(click)}>
        {t(asked ? m.cancelCallBack : m.askCallBack)}
      </button>
    </>
  )
}
