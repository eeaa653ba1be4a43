import { useChat, useStore } from '../../chat/chat-context.ts'
import type { Say } from './call-words.ts'
import type { ChatCalls } from './calls-of.ts'
import { helpFor } from './problem-help.ts'

/** After a call, or instead of one: what may help, and the ways on; else nothing. */
export function Afterwards(props: { own: ChatCalls; say: Say; onWrite(): void }) {
  const { words } = useChat()
  const { own, say, onWrite } = props
  const { calls } = own
  const state = useStore(calls.state)
  if (state.name !== 'blocked' && state.name !== 'over' && state.name !== 'refused') return null

  const blocked = state.name === 'blocked'
  const pathless = state.name === 'over' && state.end.reason === 'media_failed'
  const help = blocked ? helpFor(state.problem.code) : pathless && 'failedHelp'
  const hopeless =
    (blocked && (state.problem.code === 'page' || state.problem.code === 'insecure')) ||
    (state.name === 'refused' && state.code === 'calls_off')
  const talked = state.name === 'over' && state.end.status === 'ended'
  return (
    <>
      {help && <p class="file-size">{say(help)}</p>}
      <div class="call-row">
        {!hopeless && (
          <button type="button" class="call-action send" onClick={calls.prepare}>
            {blocked ? words.say('tryAgain') : say('again')}
          </button>
        )}
        {!talked && (
          <button type="button" class="call-action" onClick={onWrite}>
            {say('leaveMessage')}
          </button>
        )}
      </div>
    </>
  )
}
