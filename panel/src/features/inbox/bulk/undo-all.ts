import type { BulkInput, BulkItem, BulkResult } from '@parley/protocol/bulk'

export interface Undone {
  /** Number of conversations. */
  undone: number
  refused: BulkItem[]
  /** What can be repeated: of conversations that failed, or all since `error`. */
  rest: BulkInput[]
  error: Error | null
}

const failures = new Set<BulkItem['code']>(['unavailable', 'storage_full', 'internal'])

/** Whether the failure says nothing about the conversation. */
export const hasFailed = ({ code }: BulkItem): boolean => failures.has(code)

/**
 * Sends the requests that undo a change, in order. A conversation may be in several. A refusal ends its undo, and so does a reopening
 * that changes nothing: a colleague has reopened the conversation, and its agent and snooze are theirs.
 *
 * @param mayBeDone whether these requests failed before, perhaps after they were done, so that repeating a reopening may change nothing
 */
export async function undoAll(
  send: (input: BulkInput) => Promise<BulkResult>,
  inputs: readonly BulkInput[],
  mayBeDone: boolean,
): Promise<Undone> {
  const endsUndo = ({ outcome }: BulkItem, { change }: BulkInput): boolean =>
    outcome === 'refused' || (!mayBeDone && outcome === 'unchanged' && change.type === 'reopen')
  const last = new Map<string, BulkItem>()
  const ended = new Set<string>()
  const rest: BulkInput[] = []
  let error: Error | null = null
  for (const input of inputs) {
    const next = input.conversation_ids.filter((id) => !ended.has(id))
    try {
      if (error === null && next.length > 0)
        for (const item of (await send({ ...input, conversation_ids: next })).results) {
          last.set(item.id, item)
          if (endsUndo(item, input)) ended.add(item.id)
        }
    } catch (thrown) {
      error = thrown as Error
    }
    const left = input.conversation_ids.filter((id) => {
      const item = last.get(id)
      return (item !== undefined && hasFailed(item)) || (error !== null && next.includes(id))
    })
    if (left.length > 0) rest.push({ ...input, conversation_ids: left })
  }
  const repeatable = new Set(rest.flatMap(({ conversation_ids: ids }) => ids))
  const done = [...last.values()].filter(({ id }) => !repeatable.has(id))
  const refused = done.filter(({ outcome }) => outcome === 'refused')
  return { undone: done.length - refused.length, refused, rest, error }
}
