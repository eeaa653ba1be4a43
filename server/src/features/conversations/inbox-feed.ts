import type { Conversation } from '@parley/protocol/conversation'
import type { InboxChanged } from '@parley/protocol/inbox'
import type { Bus } from '../../core/bus/bus.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { CustomerPresence } from '../../realtime/presence/customer-presence.ts'

const flushIntervalMs = 100
/**
 * Limits each agent to 250 rows a second, longest waiting first. Rounds are small, because a round for 25 agents delays the
 * messages behind it: with all changed rows once a second, the 99th percentile of `npm run bench -- chat --only B1` was
 * that round.
 */
const rowsPerRound = 25

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** Something that inbox rows show has changed without a log entry. */
    'inbox-rows': { organization_id: string; customer_ids: string[] }
  }
}

export interface InboxFeed {
  /** `receive` gets the frame of inbox.changed, encoded once for all followers. */
  follow(organizationId: string, receive: (frame: Buffer) => void): () => void
  close(): void
}

/**
 * Notifies agents of changed inbox rows. Collects the customers of log hints and reads each row once for all agents of
 * the organization who follow the inbox.
 */
export function createInboxFeed(deps: {
  bus: Bus
  presence: Pick<CustomerPresence, 'onChange'>
  load: (organizationId: string, customerIds: string[], conversationIds: string[]) => Promise<Conversation[]>
  onError: (error: unknown) => void
}): InboxFeed {
  const followers = new Map<string, Set<(frame: Buffer) => void>>()
  /** organization -> customer -> conversations named by entries */
  const changed = new Map<string, Map<string, Set<string>>>()
  const timers = new Map<string, NodeJS.Timeout>()

  async function flush(organizationId: string): Promise<void> {
    const waiting = changed.get(organizationId)
    const audience = followers.get(organizationId)
    if (!waiting || !audience) {
      changed.delete(organizationId)
      return
    }
    const round: [customerId: string, conversationIds: Set<string>][] = []
    for (const each of waiting) {
      if (round.length === rowsPerRound) break
      round.push(each)
      waiting.delete(each[0])
    }
    if (waiting.size === 0) changed.delete(organizationId)
    const conversations = await deps
      .load(
        organizationId,
        round.map(([customerId]) => customerId),
        round.flatMap(([, conversationIds]) => [...conversationIds]),
      )
      .catch((error: unknown) => {
        for (const [customerId, conversationIds] of round) mark(organizationId, customerId, conversationIds)
        throw error
      })
    if (conversations.length === 0) return
    const frame = Buffer.from(notificationFrame('inbox.changed', { conversations } satisfies InboxChanged))
    for (const receive of audience) receive(frame)
  }

  /** Rounds follow each other while rows are waiting; the next is scheduled when the last one was sent. */
  function scheduleFlush(organizationId: string): void {
    const timer = setTimeout(() => {
      void flush(organizationId)
        .catch(deps.onError)
        .finally(() => {
          timers.delete(organizationId)
          if (changed.has(organizationId)) scheduleFlush(organizationId)
        })
    }, flushIntervalMs)
    timers.set(organizationId, timer)
  }

  function mark(
    organizationId: string,
    customerId: string,
    conversationIds: Iterable<string | null> = [],
  ): void {
    if (!followers.has(organizationId)) return
    const customers = changed.get(organizationId) ?? new Map<string, Set<string>>()
    changed.set(organizationId, customers)
    const named = customers.get(customerId) ?? new Set()
    customers.set(customerId, named)
    for (const id of conversationIds) if (id !== null) named.add(id)
    if (!timers.has(organizationId)) scheduleFlush(organizationId)
  }

  const stops = [
    deps.bus.subscribe('log', ({ organization_id, customer_id, entries, outline }) =>
      mark(
        organization_id,
        customer_id,
        (entries ?? outline)?.map((entry) => entry.conversation_id),
      ),
    ),
    deps.bus.subscribe('inbox-rows', ({ organization_id, customer_ids }) => {
      for (const customerId of customer_ids) mark(organization_id, customerId)
    }),
    deps.presence.onChange(({ organizationId, id }) => mark(organizationId, id)),
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
