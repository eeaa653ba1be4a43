import type { Conversation } from '@parley/protocol/conversation'
import type { InboxChanged } from '@parley/protocol/inbox'
import type { Bus } from '../../core/bus.ts'
import { notificationFrame } from '../../realtime/frames.ts'

/** Quick enough to feel live. */
const gatherAtLeast = 100
/**
 * The more rows the last round had, the longer the next one gathers, up to a second: in a storm of messages each
 * agent gets at most some 250 rows a second, however many change.
 */
const gatherPerRow = 4
const gatherAtMost = 1000

export interface InboxFeed {
  /** `receive` gets the frame of inbox.changed, made once for everybody who looks. */
  follow(organizationId: string, receive: (frame: string) => void): () => void
  close(): void
}

/**
 * Tells agents which rows of the inbox changed. It listens to hints of the log, gathers the customers they concern,
 * and reads each row once for all agents of the organization who look at the inbox.
 */
export function createInboxFeed(deps: {
  bus: Bus
  load: (organizationId: string, customerIds: string[]) => Promise<Conversation[]>
  onSurprise: (error: unknown) => void
}): InboxFeed {
  const followers = new Map<string, Set<(frame: string) => void>>()
  const changed = new Map<string, Set<string>>()
  const timers = new Map<string, NodeJS.Timeout>()
  const lastRows = new Map<string, number>()

  async function flush(organizationId: string): Promise<void> {
    timers.delete(organizationId)
    const customerIds = [...(changed.get(organizationId) ?? [])]
    changed.delete(organizationId)
    const audience = followers.get(organizationId)
    if (!audience || customerIds.length === 0) return
    const conversations = await deps.load(organizationId, customerIds)
    lastRows.set(organizationId, conversations.length)
    if (conversations.length === 0) return
    const frame = notificationFrame('inbox.changed', { conversations } satisfies InboxChanged)
    for (const receive of audience) receive(frame)
  }

  const gatherFor = (organizationId: string): number =>
    Math.min(gatherAtMost, Math.max(gatherAtLeast, (lastRows.get(organizationId) ?? 0) * gatherPerRow))

  function mark(organizationId: string, customerId: string): void {
    if (!followers.has(organizationId)) return
    const customers = changed.get(organizationId) ?? new Set()
    changed.set(organizationId, customers)
    customers.add(customerId)
    if (timers.has(organizationId)) return
    timers.set(
      organizationId,
      setTimeout(() => void flush(organizationId).catch(deps.onSurprise), gatherFor(organizationId)),
    )
  }

  const stops = [
    deps.bus.subscribe('log', (hint) => mark(hint.organization_id, hint.customer_id)),
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
        lastRows.delete(organizationId)
        if (followers.get(organizationId) === audience) followers.delete(organizationId)
      }
    },
    close() {
      for (const stop of stops) stop()
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
