import { useChat, useStore } from './chat-context.ts'

/** Who of the team types. Its room is always kept free, so nothing moves. */
export function TypingLine() {
  const { session, words } = useChat()
  const agents = useStore(session.typers).flatMap(({ agent }) => agent ?? [])
  const [first] = agents
  const sentence =
    agents.length > 1 ? words.say('severalTyping') : first ? words.say('typing', { name: first.name }) : ''
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
