import type { LogEntry } from '@parley/protocol/event'
import type { MediaLinks } from '@parley/protocol/media'
import type { ReceiptState } from '@parley/protocol/session'
import type { Answer } from '../connection/result.ts'
import type { Connection } from '../connection/connection.ts'
import type { Outbox } from '../sending/outbox.ts'
import type { MessageDraft, SendOutcome } from '../sending/pending-message.ts'
import type { Platform } from '../browser/platform.ts'
import { createReceipts } from '../timeline/receipts.ts'
import type { Store } from '../state/store.ts'
import { createTimeline, type TimelinePresent, type TimelineStart } from '../timeline/timeline.ts'
import { isOwn, type Side, type TimelineView } from '../timeline/timeline-view.ts'
import { createTypingTeller, createTypingWatch, type TypingWatch } from '../timeline/typing.ts'
import type { Typers } from '../timeline/typing-view.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { Upload } from '../sending/upload.ts'

/** What a chat window can do with one customer: the same for visitors and for agents. */
export interface ChatPowers {
  timeline: Store<TimelineView>
  typers: Store<Typers>
  /** Queues the message, shows it in `timeline.pending`, sends it as soon as possible. */
  send: (draft: MessageDraft) => SendOutcome
  /** A failed message once more. */
  retry: (clientId: string) => void
  /** Forgets a failed or queued message. */
  discard: (clientId: string) => void
  /** Fetches older messages, when `timeline.more` says that there are some. */
  loadOlder: () => Promise<void>
  /** Call on every key press with true; with false when the composer was emptied. */
  typing: (active: boolean) => void
  /** Everything shown so far was seen. */
  markRead: () => void
  upload: (file: File) => Upload
  /** New links for attachments whose links ran out; the timeline changes with them. */
  refreshLinks: (mediaIds: readonly string[]) => Promise<Answer<MediaLinks>>
}

export interface ChatOptions {
  platform: Platform
  side: Side
  /** null on the widget's side: whoever is connected. */
  customerId: string | null
  connection: Pick<Connection, 'request' | 'notify'>
  outbox: Outbox
  upload: (file: File, customerId: string | null) => Upload
  onEntries: (entries: readonly LogEntry[]) => void
}

/** The parts of one customer's chat, put together; the session that owns it feeds it. */
export interface Chat {
  powers: ChatPowers
  position: Timeline['position']
  receive: Timeline['receive']
  reach: Timeline['reach']
  fail: Timeline['fail']
  typed: TypingWatch['receive']
  start: (snapshot: TimelineStart) => void
  resume: (present: TimelinePresent) => void
  suspend: () => void
  close: () => void
}

/** The server gives at most this many links at once. */
const maxLinks = 50

export function createChat(options: ChatOptions): Chat {
  const { platform, side, customerId, connection, outbox } = options
  const whose = customerId === null ? {} : { customer_id: customerId }
  const watch = createTypingWatch(platform)
  const teller = createTypingTeller(platform, (active) => connection.notify('typing', { active, ...whose }))
  const receipts = createReceipts({
    platform,
    send: (params) => connection.request('receipt', { ...params, ...whose }),
  })
  const timeline = createTimeline({
    platform,
    side,
    readLog: (after) => connection.request('log.read', { after, ...whose }),
    readHistory: (before) => connection.request('message.history', { before, ...whose }),
    onEntries(entries) {
      for (const { type, data } of entries) {
        if (type === 'message.created') watch.wrote(data.sender_agent?.id ?? null)
      }
      options.onEntries(entries)
    },
  })

  const ours = () => outbox.messages.get().filter((message) => message.customer_id === customerId)

  const unhookOutbox = outbox.messages.subscribe(() => timeline.setPending(ours()))
  const unhookView = timeline.view.subscribe(() => {
    const view = timeline.view.get()
    receipts.delivered(lastOfTheirs(view, side))
    // What the picture does not count as pending any more is in the log.
    const shown = new Set(view.pending.map(({ client_id }) => client_id))
    for (const { client_id } of ours()) if (!shown.has(client_id)) outbox.landed(client_id)
  })
  timeline.setPending(ours())

  function knownReceipts(state: ReceiptState | undefined) {
    if (state) receipts.known(side === 'customer' ? state.customer : state.agents)
    receipts.flush()
  }

  return {
    position: timeline.position,
    receive: timeline.receive,
    reach: timeline.reach,
    fail: timeline.fail,
    typed: watch.receive,
    start(snapshot) {
      timeline.start(snapshot)
      knownReceipts(snapshot.receipts)
    },
    resume(present) {
      timeline.resume(present)
      knownReceipts(present.receipts)
    },
    suspend() {
      timeline.suspend()
      watch.clear()
    },
    close() {
      unhookOutbox()
      unhookView()
      timeline.suspend()
      receipts.close()
      teller.close()
      watch.clear()
    },
    powers: {
      timeline: timeline.view,
      typers: watch.typers,
      send(draft) {
        const outcome = outbox.add(draft, customerId)
        if (outcome.ok) teller.typing(false)
        return outcome
      },
      retry: outbox.retry,
      discard: outbox.discard,
      loadOlder: timeline.loadOlder,
      typing: teller.typing,
      markRead() {
        const seq = lastOfTheirs(timeline.view.get(), side)
        timeline.setRead(seq)
        receipts.read(seq)
      },
      upload: (file) => options.upload(file, customerId),
      async refreshLinks(mediaIds) {
        const ids = [...new Set(mediaIds)].slice(0, maxLinks)
        const answer = await connection.request('media.links', { ids, ...whose })
        if (answer.ok) timeline.replaceMedia(answer.value.media)
        return answer
      },
    },
  }
}

/** Place of the newest message of the other side; 0 when there is none. */
function lastOfTheirs({ items }: TimelineView, side: Side): number {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!
    if (item.kind === 'message' && !isOwn(side, item.message)) return item.seq
  }
  return 0
}
