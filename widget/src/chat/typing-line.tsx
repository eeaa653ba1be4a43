import { useChat, useStore } from './chat-context.ts'
import { m } from '../messages/keys.ts'

/** Shows who is typing. Its height is reserved, so nothing moves. */
export function TypingLine() {
  const { session, t } = useChat()
  const agents = useStore(session.typers).flatMap(({ agent }) => agent ?? [])
  const [first] = agents
  const sentence = agents.length > 1 ? t(m.severalTyping) : first ? t(m.typing, { name: first.name }) : ''
  return (
    <div class="typing" role="status">
      {first && (
        <>
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{sentence}</span>
        </>
      )}
    </div>
  )
}
