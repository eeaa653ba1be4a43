import type { LogEntry } from '@parley/protocol/event'
import type { Media } from '@parley/protocol/media'
import type { ReceiptState } from '@parley/protocol/session'
import type { Entries, MessageHistory } from '@parley/protocol/timeline'
import { isTransient, type Result, type FailureCode } from '../connection/result.ts'
import { createLogFollower } from './log-follower.ts'
import type { PendingMessage } from '../sending/pending-message.ts'
import type { Platform } from '../browser/platform.ts'
import { createStore, type Store } from '../state/store.ts'
import { applyEntries, mergeReceipts, withChange } from './timeline-apply.ts'
import { prependPage, type Items } from './timeline-items.ts'
import { isOwn, type Side, type TimelineView } from './timeline-view.ts'

export interface TimelineOptions {
  platform: Platform
  side: Side
  readLog: (after: number) => Promise<Result<Entries>>
  /** Returns messages before a position, newest first. */
  readHistory: (before: number) => Promise<Result<MessageHistory>>
  /** Called once for each new entry, after the view contains it. */
  onEntries: (entries: readonly LogEntry[]) => void
}

export interface TimelineStart extends MessageHistory {
  customerId: string | null
  seq: number
  receipts: ReceiptState
  conversation: TimelineView['conversation']
  blocked: boolean
}

/** What the server sends besides entries when a reader resumes. */
export type TimelinePresent = Partial<Pick<TimelineView, 'receipts' | 'conversation' | 'blocked'>>

/**
 * Timeline of one customer:
 *
 *   loading -> start(snapshot) -> ready: receive, reach ... suspend (connection lost)
 *           -> resume (continues at the own position), or start again
 */
export interface Timeline {
  view: Store<TimelineView>
  /** null before `start`. */
  position: () => number | null
  start: (snapshot: TimelineStart) => void
  resume: (present: TimelinePresent) => void
  suspend: () => void
  fail: (code: FailureCode) => void
  receive: (frame: Entries) => void
  /** The log ends at `seq` or later. */
  reach: (seq: number) => void
  setPending: (messages: readonly PendingMessage[]) => void
  /** Applies the own read position before the server confirms it. */
  setRead: (seq: number) => void
  /** Resolves when the page in progress, or else the one that it requests, is in the view or has failed. */
  loadOlder: () => Promise<void>
  replaceMedia: (media: readonly Media[]) => void
}

const noReceipts: ReceiptState = { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } }

export function createTimeline(options: TimelineOptions): Timeline {
  const { side } = options
  let read = 0
  /** Messages of the outbox. The view shows those that the log does not contain yet. */
  let unsent: readonly PendingMessage[] = []
  /** Identity of the current start. Pages requested before it changed are stale. */
  let generation = {}
  /** The last page that `loadOlder` has requested. */
  let page = Promise.resolve()
  /** Whether the next connection may load the page that failed; not if the service has refused it. */
  let mayRetryOlder = false

  const view = createStore<TimelineView>({
    status: { name: 'loading' },
    customerId: null,
    seq: 0,
    items: [],
    changes: [],
    pending: [],
    more: false,
    older: 'idle',
    receipts: noReceipts,
    conversation: null,
    blocked: false,
    unread: 0,
  })

  const follower = createLogFollower({
    platform: options.platform,
    read: options.readLog,
    apply(entries, to) {
      show({ ...applyEntries(view.get(), side, entries), seq: to })
      options.onEntries(entries)
    },
  })

  /** Publishes a change together with the values derived from it. */
  function show(change: Partial<TimelineView>) {
    const next = { ...view.get(), ...change }
    next.pending = stillPending(next)
    next.unread = countUnread(next)
    view.set(next)
  }

  function stillPending({ items, pending, seq }: TimelineView): readonly PendingMessage[] {
    if (unsent.length === 0) return pending.length === 0 ? pending : unsent
    const landed = new Set<string>()
    for (const item of items) {
      if (item.kind === 'message' && isOwn(side, item.message)) landed.add(item.message.client_id)
    }
    const rest = unsent.filter(
      ({ client_id, state }) => !landed.has(client_id) && !(state.name === 'sent' && state.seq <= seq),
    )
    const same = rest.length === pending.length && rest.every((message, index) => message === pending[index])
    return same ? pending : rest
  }

  function countUnread({ items, receipts }: TimelineView): number {
    const seen = Math.max(read, side === 'customer' ? receipts.customer.read : receipts.agents.read)
    let count = 0
    for (let index = items.length - 1; index >= 0; index--) {
      const item = items[index]!
      if (item.seq <= seen) break
      if (
        item.kind === 'message' &&
        !item.message.deleted_at &&
        item.message.sender_type !== 'system' &&
        !isOwn(side, item.message)
      )
        count++
    }
    return count
  }

  async function readOlder() {
    const own = generation
    const { items, seq } = view.get()
    show({ older: 'loading' })
    const oldest = items.find((item) => item.kind === 'message')
    const answer = await options.readHistory(oldest ? oldest.seq : seq + 1)
    if (generation !== own) return
    if (!answer.ok) {
      mayRetryOlder = isTransient(answer.code)
      return show({ older: 'failed' })
    }
    const present = view.get()
    // Cleared while the page was loading: no older messages are left.
    if (!present.more) return show({ older: 'idle' })
    let joined = prependPage(present.items, answer.value)
    for (const change of present.changes) joined = withChange(joined, change)
    show({ items: joined, more: answer.value.more, older: 'idle' })
  }

  return {
    view,
    position: follower.position,
    start(snapshot) {
      generation = {}
      const { customerId, seq, receipts, conversation, blocked, more } = snapshot
      // A log that was restored from a backup is shorter. What is not acknowledged is reported again by the receipts.
      read = 0
      show({
        status: { name: 'ready' },
        customerId,
        seq,
        items: prependPage([], snapshot),
        changes: [],
        more,
        older: 'idle',
        receipts,
        conversation,
        blocked,
      })
      follower.start(seq)
    },
    resume(present) {
      const { receipts, older } = view.get()
      show({
        ...present,
        receipts: mergeReceipts(receipts, present.receipts ?? {}),
        older: older === 'failed' && mayRetryOlder ? 'idle' : older,
      })
    },
    suspend: follower.suspend,
    fail(code) {
      if (follower.position() === null) show({ status: { name: 'failed', code } })
    },
    receive(frame) {
      // A visitor gets a customer id with the first message.
      if (view.get().customerId === null && follower.position() !== null)
        show({ customerId: frame.customer_id })
      follower.receive(frame)
    },
    reach: follower.reach,
    setPending(messages) {
      unsent = messages
      if (stillPending(view.get()) !== view.get().pending) show({})
    },
    setRead(seq) {
      if (seq <= read) return
      read = seq
      show({})
    },
    loadOlder() {
      const { status, more, older } = view.get()
      if (status.name === 'ready' && more && older !== 'loading') page = readOlder()
      return page
    },
    replaceMedia(media) {
      const links = new Map(media.map((one) => [one.id, one]))
      show({ items: withLinks(view.get().items, links) })
    },
  }
}

function withLinks(items: Items, links: ReadonlyMap<string, Media>): Items {
  return items.map((item) => {
    if (item.kind === 'line' || !item.message.media.some(({ id }) => links.has(id))) return item
    const media = item.message.media.map((one) => links.get(one.id) ?? one)
    return { ...item, message: { ...item.message, media } }
  })
}
