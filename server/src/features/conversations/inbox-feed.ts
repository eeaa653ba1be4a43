import type { Conversation } from '@parley/protocol/conversation'
import type { InboxChanged } from '@parley/protocol/inbox'
import type { Bus } from '../../core/bus.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import { notificationFrame } from '../../realtime/frames.ts'

/** Quick enough to feel live. */
const everyMilliseconds = 100
/**
 * In a storm of messages each agent gets at most 250 rows a second, those first that have waited longest. Small rounds,
 * because a round for 25 agents holds up the messages behind it: with all changed rows once a second, the 99th
 * percentile of `npm run bench -- chat --only B1` was that round.
 */
const rowsPerRound = 25

export interface InboxFeed {
  /** `receive` gets the frame of inbox.changed, made once for everybody who looks. */
  follow(organizationId: string, receive: (frame: Buffer) => void): () => void
  close(): void
}

/**
 * Tells agents which rows of the inbox changed. It listens to hints of the log, gathers the customers they concern,
 * and reads each row once for all agents of the organization who look at the inbox.
 */
export function createInboxFeed(deps: {
  bus: Bus
  load: (organizationId: string, customerIds: string[], conversationIds: string[]) => Promise<Conversation[]>
  onError: (error: unknown) => void
}): InboxFeed {
  const followers = new Map<string, Set<(frame: Buffer) => void>>()
  /** organization -> customer -> the conversations of theirs that entries have named */
  const changed = new Map<string, Map<string, Set<string>>>()
  const timers = new Map<string, NodeJS.Timeout>()

  async function flush(organizationId: string): Promise<void> {
    const waiting = changed.get(organizationId)
    const audience = followers.get(organizationId)
    if (!waiting || !audience) {
      changed.delete(organizationId)
      return
    }
    const round = [...waiting].slice(0, rowsPerRound)
    for (const [customerId] of round) waiting.delete(customerId)
    if (waiting.size === 0) changed.delete(organizationId)
    const conversations = await deps.load(
      organizationId,
      round.map(([customerId]) => customerId),
      round.flatMap(([, conversationIds]) => [...conversationIds]),
    )
    if (conversations.length === 0) return
    const frame = Buffer.from(notificationFrame('inbox.changed', { conversations } satisfies InboxChanged))
    for (const receive of audience) receive(frame)
  }

  /** One round after the other, as long as rows wait; the next one begins when the one before has left. */
  function flushSoon(organizationId: string): void {
    const timer = setTimeout(() => {
      void flush(organizationId)
        .catch(deps.onError)
        .finally(() => {
          timers.delete(organizationId)
          if (changed.has(organizationId)) flushSoon(organizationId)
        })
    }, everyMilliseconds)
    timers.set(organizationId, timer)
  }

  function mark(organizationId: string, customerId: string, entries: readonly StoredEntry[] = []): void {
    if (!followers.has(organizationId)) return
    const customers = changed.get(organizationId) ?? new Map<string, Set<string>>()
    changed.set(organizationId, customers)
    const named = customers.get(customerId) ?? new Set()
    customers.set(customerId, named)
    for (const { conversation_id: id } of entries) if (id !== null) named.add(id)
    if (!timers.has(organizationId)) flushSoon(organizationId)
  }

  const stops = [
    deps.bus.subscribe('log', (hint) => mark(hint.organization_id, hint.customer_id, hint.entries ?? [])),
    deps.bus.subscribe('presence', (message) => {
      if ('all' in message || message.kind !== 'customer') return
      mark(message.organization_id, message.key.slice(message.key.lastIndexOf(':') + 1))
    }),
  ]

  return {
    follow(organizationId, receive) {
      const audience = followers.get(organizationId) ?? new Set()
      followers.set(organizationId, audience)
      audience.add(receive)
      return () => {
        audience.delete(receive)
        if (audience.size > 0) return
        if (followers.get(organizationId) === audience) followers.delete(organizationId)
      }
    },
    close() {
      for (const stop of stops) stop()
      changed.clear()
      followers.clear()
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
