import type { LogEntry } from '@parley/protocol/event'
import type { MediaLinks } from '@parley/protocol/media'
import type { ReceiptState } from '@parley/protocol/session'
import type { Result } from '../connection/result.ts'
import type { Connection } from '../connection/connection.ts'
import type { Outbox } from '../sending/outbox.ts'
import type { MessageDraft, SendOutcome } from '../sending/pending-message.ts'
import type { Platform } from '../browser/platform.ts'
import { createReceipts } from '../timeline/receipts.ts'
import type { Store } from '../state/store.ts'
import { createTimeline, type TimelinePresent, type TimelineStart } from '../timeline/timeline.ts'
import { isOwn, type Side, type TimelineView } from '../timeline/timeline-view.ts'
import { createTypingNotifier, createTypingTracker, type TypingTracker } from '../timeline/typing.ts'
import type { Typers } from '../timeline/typing-view.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { Upload } from '../sending/upload.ts'

/** Everything that a chat window shows and does for one customer; the same for visitors and agents. */
export interface ChatApi {
  timeline: Store<TimelineView>
  typers: Store<Typers>
  /** Queues a message, adds it to `timeline.pending` and sends it as soon as possible. */
  send: (draft: MessageDraft) => SendOutcome
  /** Sends a failed message again. */
  retry: (clientId: string, seen?: number) => void
  /** Deletes a failed or queued message. */
  discard: (clientId: string) => void
  /** Loads older messages if `timeline.more` is set. */
  loadOlder: () => Promise<void>
  /** Call with true on every key press, with false when the composer becomes empty. */
  typing: (active: boolean) => void
  /** Marks everything shown as read. */
  markRead: () => void
  upload: (file: File) => Upload
  /** Fetches new links for attachments whose links expired, and updates the timeline. */
  refreshLinks: (mediaIds: readonly string[]) => Promise<Result<MediaLinks>>
}

export interface ChatOptions {
  platform: Platform
  side: Side
  /** null in the widget: the connected customer. */
  customerId: string | null
  connection: Pick<Connection, 'request' | 'notify'>
  outbox: Outbox
  upload: (file: File, customerId: string | null) => Upload
  onEntries: (entries: readonly LogEntry[]) => void
}

/** Combines the parts of one customer's chat. The owning session passes server messages to it. */
export interface Chat {
  api: ChatApi
  position: Timeline['position']
  receive: Timeline['receive']
  reach: Timeline['reach']
  fail: Timeline['fail']
  typed: TypingTracker['receive']
  start: (snapshot: TimelineStart) => void
  resume: (present: TimelinePresent) => void
  suspend: () => void
  close: () => void
}

/** The server's limit per request. */
const maxLinks = 50

export function createChat(options: ChatOptions): Chat {
  const { platform, side, customerId, connection, outbox } = options
  const customer = customerId === null ? {} : { customer_id: customerId }
  const typingTracker = createTypingTracker(platform)
  const typingNotifier = createTypingNotifier(platform, (active) =>
    connection.notify('typing', { active, ...customer }),
  )
  const newReceipts = () =>
    createReceipts({
      platform,
      send: (params) => connection.request('receipt', { ...params, ...customer }),
    })
  let receipts = newReceipts()
  const timeline = createTimeline({
    platform,
    side,
    readLog: (after) => connection.request('log.read', { after, ...customer }),
    readHistory: (before) => connection.request('message.history', { before, ...customer }),
    onEntries(entries) {
      for (const { type, data } of entries) {
        if (type === 'message.created') typingTracker.stopped(data.sender_agent?.id ?? null)
      }
      options.onEntries(entries)
    },
  })

  const ours = () => outbox.messages.get().filter((message) => message.customer_id === customerId)

  const unsubscribeOutbox = outbox.messages.subscribe(() => timeline.setPending(ours()))
  const unsubscribeView = timeline.view.subscribe(() => {
    const view = timeline.view.get()
    receipts.delivered(lastReceivedSeq(view, side))
    // A message that the view no longer counts as pending is in the log.
    const shown = new Set(view.pending.map(({ client_id }) => client_id))
    for (const { client_id } of ours()) if (!shown.has(client_id)) outbox.confirm(client_id)
  })
  timeline.setPending(ours())

  function confirmReceipts(state: ReceiptState | undefined) {
    if (state) receipts.confirm(side === 'customer' ? state.customer : state.agents)
    receipts.flush()
  }

  return {
    position: timeline.position,
    receive: timeline.receive,
    reach: timeline.reach,
    fail: timeline.fail,
    typed: typingTracker.receive,
    start(snapshot) {
      // A restored log is shorter: the old positions are of entries that were lost.
      if (snapshot.seq < (timeline.position() ?? 0)) {
        receipts.close()
        receipts = newReceipts()
      }
      timeline.start(snapshot)
      confirmReceipts(snapshot.receipts)
    },
    resume(present) {
      timeline.resume(present)
      confirmReceipts(present.receipts)
    },
    suspend() {
      timeline.suspend()
      typingTracker.clear()
    },
    close() {
      unsubscribeOutbox()
      unsubscribeView()
      timeline.suspend()
      receipts.close()
      typingNotifier.close()
      typingTracker.clear()
    },
    api: {
      timeline: timeline.view,
      typers: typingTracker.typers,
      send(draft) {
        const outcome = outbox.add(draft, customerId)
        if (outcome.ok) typingNotifier.typing(false)
        return outcome
      },
      retry: outbox.retry,
      discard: outbox.discard,
      loadOlder: timeline.loadOlder,
      typing: typingNotifier.typing,
      markRead() {
        const seq = lastReceivedSeq(timeline.view.get(), side)
        timeline.setRead(seq)
        receipts.read(seq)
      },
      upload: (file) => options.upload(file, customerId),
      async refreshLinks(mediaIds) {
        const ids = [...new Set(mediaIds)].slice(0, maxLinks)
        const result = await connection.request('media.links', { ids, ...customer })
        if (result.ok) timeline.replaceMedia(result.value.media)
        return result
      },
    },
  }
}

/** Returns the position of the other side's newest message, or 0. */
function lastReceivedSeq({ items }: TimelineView, side: Side): number {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!
    if (item.kind === 'message' && !isOwn(side, item.message)) return item.seq
  }
  return 0
}
