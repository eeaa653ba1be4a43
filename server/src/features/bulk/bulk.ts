import type { BulkChange, BulkInput, BulkItem } from '@parley/protocol/bulk'
import type { ErrorCode } from '@parley/protocol/error'
import { CustomerStaysLocked } from '../../core/customer-lock.ts'
import { expectedError } from '../../core/expected-error.ts'
import type { AgentIdentity } from '../../core/permissions.ts'
import { createKeyedSemaphore, createSemaphore } from '../../core/semaphore.ts'

/** Concurrent changes over all bulk requests: a third of the transactions of a process (core/transaction-slots.ts). */
const concurrency = 4

/** Time of the last message that the agent's list has shown; null: it has shown none. */
export interface SeenMessage {
  lastMessageAt: string | null
}

/** The same commands as the routes of a single conversation. They return whether something changed. */
export interface BulkDeps {
  close: (by: AgentIdentity, conversationId: string, seen: SeenMessage | null) => Promise<boolean>
  reopen: (by: AgentIdentity, conversationId: string) => Promise<boolean>
  assign: (by: AgentIdentity, conversationId: string, agentId: string | null) => Promise<boolean>
  label: (by: AgentIdentity, conversationId: string, labelId: string) => Promise<boolean>
  unlabel: (by: AgentIdentity, conversationId: string, labelId: string) => Promise<boolean>
  prioritize: (
    by: AgentIdentity,
    conversationId: string,
    priority: Extract<BulkChange, { type: 'priority' }>['priority'],
  ) => Promise<boolean>
  snooze: (
    by: AgentIdentity,
    conversationId: string,
    until: string | null,
    seen: SeenMessage | null,
  ) => Promise<boolean>
  unsnooze: (by: AgentIdentity, conversationId: string) => Promise<boolean>
  moveToTeam: (by: AgentIdentity, conversationId: string, teamId: string | null) => Promise<boolean>
  onError: (error: unknown) => void
}

/** `failed`: an outage or a bug, which says nothing about the conversation. */
type Attempt =
  | { outcome: 'changed' | 'unchanged' }
  | { outcome: 'refused'; code: ErrorCode }
  | { outcome: 'failed'; code: ErrorCode; error: unknown }

/** Applies one change to many conversations. Each is its own transaction: one that is refused does not affect the others. */
export function createBulk(deps: BulkDeps) {
  const turn = createSemaphore(concurrency)
  // One request per agent at a time, so that many requests of one agent do not delay those of others.
  const turns = createKeyedSemaphore(1)

  function run(
    by: AgentIdentity,
    id: string,
    change: BulkChange,
    seen: SeenMessage | null,
  ): Promise<boolean> {
    switch (change.type) {
      case 'close':
        return deps.close(by, id, seen)
      case 'reopen':
        return deps.reopen(by, id)
      case 'assign':
        return deps.assign(by, id, change.agent_id)
      case 'label':
        return deps.label(by, id, change.label_id)
      case 'unlabel':
        return deps.unlabel(by, id, change.label_id)
      case 'priority':
        return deps.prioritize(by, id, change.priority)
      case 'snooze':
        return deps.snooze(by, id, change.until, seen)
      case 'team':
        return deps.moveToTeam(by, id, change.team_id)
      default:
        return deps.unsnooze(by, id)
    }
  }

  async function attempt(
    by: AgentIdentity,
    id: string,
    { change, seen = {} }: Pick<BulkInput, 'change' | 'seen'>,
  ): Promise<Attempt> {
    const lastMessageAt = Object.hasOwn(seen, id) ? seen[id] : undefined
    try {
      const changed = await run(by, id, change, lastMessageAt === undefined ? null : { lastMessageAt })
      return { outcome: changed ? 'changed' : 'unchanged' }
    } catch (error) {
      const code = expectedError(error)?.code ?? 'internal'
      if (code === doneBefore[change.type]) return { outcome: 'unchanged' }
      return code === 'internal' || isOutage(code)
        ? { outcome: 'failed', code, error }
        : { outcome: 'refused', code }
    }
  }

  /** @throws the first error if all conversations failed */
  async function changeAll(
    by: AgentIdentity,
    { conversation_ids: ids, ...input }: BulkInput,
  ): Promise<BulkItem[]> {
    /** Outages since the last attempt that did not fail. */
    let outages: Attempt[] = []
    const attempts = await Promise.all(
      ids.map((id) =>
        turn(async () => {
          const [outage] = outages
          // Each further attempt would wait for its timeout. A single failure may be a deadlock.
          if (outage && outages.length >= concurrency) return outage
          const done = await attempt(by, id, input)
          if (done.outcome !== 'failed') outages = []
          // A locked customer says nothing about the others.
          else if (isOutage(done.code) && !(done.error instanceof CustomerStaysLocked)) outages.push(done)
          return done
        }),
      ),
    )
    const failed = attempts.filter((each) => each.outcome === 'failed')
    const [first] = failed
    if (first && failed.length === attempts.length) throw first.error
    for (const error of new Set(failed.map((each) => each.error))) deps.onError(error)
    return attempts.map((each, index) => itemOf(ids[index] ?? '', each))
  }

  return (by: AgentIdentity, input: BulkInput): Promise<BulkItem[]> =>
    turns.run(by.agentId, () => changeAll(by, input))
}

function itemOf(id: string, attempt: Attempt): BulkItem {
  return 'code' in attempt
    ? { id, outcome: 'refused', code: attempt.code }
    : { id, outcome: attempt.outcome, code: null }
}

const isOutage = (code: ErrorCode): boolean => code === 'unavailable' || code === 'storage_full'

/** A conversation that is already in the requested state is not an error. */
const doneBefore: Partial<Record<BulkChange['type'], ErrorCode>> = {
  close: 'conversation_closed',
  reopen: 'conversation_open',
}
