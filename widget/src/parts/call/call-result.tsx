import { useStore } from '../../chat/chat-context.ts'
import type { T } from './call-messages.ts'
import type { ChatCalls } from './chat-calls.ts'
import { outcomeOf } from './call-outcome.ts'
import { useCallHelp } from './call-problems.ts'
import { m } from './messages/keys.ts'

/** After a call that ended or could not start: help and next steps. */
export function CallResult(props: { own: ChatCalls; t: T; onWrite(): void }) {
  const { own, t, onWrite } = props
  const { calls } = own
  const state = useStore(calls.state)
  const blocked = state.name === 'blocked'
  const end = state.name === 'over' ? state.end : null
  const topic = blocked ? state.problem.code : end?.reason === 'media_failed' ? end.reason : null
  const key = state.name === 'over' || state.name === 'refused' ? outcomeOf(state) : null
  const help = useCallHelp(!!topic || key === m.nobody)
  if (!blocked && !key) return null

  const cannotRetry = key === m.off || (topic && help && !help.canRetry(topic))
  // If nobody is available, another call would end the same way.
  const writes = cannotRetry || key === m.nobody
  const way = (isMain: unknown) => (isMain ? 'call-action send' : 'call-action')
  return (
    <>
      {help && topic && (
        <p class="caption">
          <help.HelpText topic={topic} />
        </p>
      )}
      <div class="call-row">
        {!cannotRetry && (
          <button type="button" class={way(!writes)} onClick={calls.prepare}>
            {blocked ? t(m.tryAgain) : t(m.again)}
          </button>
        )}
        {end?.status !== 'ended' && (
          <button type="button" class={way(writes)} onClick={onWrite}>
            {t(m.leaveMessage)}
          </button>
        )}
      </div>
      {help && key === m.nobody && <help.CallBack />}
    </>
  )
}
