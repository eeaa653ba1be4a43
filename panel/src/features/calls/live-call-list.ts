import type { Call } from '@parley/protocol/call'
import type { Messages } from '../../messages/en.ts'

/** Joins two lists that were read at different times: a call in both has been accepted in between. */
export function waitingFirst(waiting: Call[], accepted: Call[]): Call[] {
  const acceptedIds = new Set(accepted.map(({ id }) => id))
  return [...waiting.filter(({ id }) => !acceptedIds.has(id)), ...accepted]
}

/** What happens with a live call. */
export function phaseText(texts: Messages['calls']['now'], call: Call): string {
  const agent = call.agent?.name
  if (call.phase === 'pending') return texts.pending(call.position)
  if (agent === undefined) return texts.ringingNobody
  if (call.phase === 'ringing') return texts.ringing(agent)
  return call.phase === 'connecting' ? texts.connecting(agent) : texts.active(agent)
}
