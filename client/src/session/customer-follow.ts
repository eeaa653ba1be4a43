import type { LogEntry } from '@parley/protocol/event'
import type { Failure, Result } from '../connection/result.ts'
import { createChat, type Chat, type ChatOptions, type ChatApi } from './chat.ts'
import { createChatProxy } from './chat-proxy.ts'
import { createEmitter } from '../state/emitter.ts'
import { lineOf } from '../timeline/timeline-apply.ts'
import type { SystemLine } from '../timeline/timeline-view.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'

/** Timeline lines of a section of the log that ends at `to`. */
export interface LogLines {
  lines: SystemLine[]
  /** All entries of the section. */
  entries: readonly LogEntry[]
  to: number
}

/** A live view of one customer, shared by everyone who follows the same customer. */
export interface CustomerFollow extends ChatApi {
  /** Called once for each new log entry (not for history), for example to reload a changed profile. */
  onEntry: (listener: (entry: LogEntry) => void) => () => void
  /** Reads conversation events after a position; the history that `loadOlder` fetches contains messages only. */
  readLines: (after: number) => Promise<Result<LogLines>>
  /** Releases this reference. The view is kept for a while in case it is opened again, and until the connection is back. */
  stop: () => void
}

/** Reference-counted subscription to one customer's log. */
export interface Follow {
  /** The current chat: another one after the log became shorter. */
  chat: () => Chat
  /** Subscribes on a ready connection: from the known position, or with a first page. */
  begin: () => Promise<void>
  acquire: () => CustomerFollow
  /** Time of the last release in Unix milliseconds; Infinity while there are references. */
  idleSince: () => number
  /** Ends a follow without references at once. */
  end: () => void
}

export interface FollowOptions extends Omit<ChatOptions, 'side' | 'onEntries'> {
  customerId: string
  isReady: () => boolean
  /** Called when there has been no reference for a while, or by `end`. */
  onEnd: () => void
}

/** Agents switch between conversations: within this time the view is shown again without a request. */
const unfollowDelayMs = 60_000
const firstPageSize = 50
const disconnected: Failure = { ok: false, code: 'disconnected' }

export function createFollow(options: FollowOptions): Follow {
  const { platform, connection, customerId } = options
  const entries = createEmitter<LogEntry>()
  const newChat = () =>
    createChat({ ...options, side: 'agent', onEntries: (all) => all.forEach(entries.emit) })
  let chat = newChat()
  const proxy = createChatProxy(chat.api)
  let references = 0
  let idleSince = Infinity
  let cancelIdle = () => {}
  /** Replaced on each connection and at the end, so that earlier requests are neither repeated nor their results used. */
  let generation = {}

  async function begin() {
    const own = (generation = {})
    if (idleSince < Infinity) endWhenIdle()
    const after = chat.position()
    const position = after === null ? {} : { after }
    const followed = await load(own, () =>
      connection.request('customer.follow', { customer_id: customerId, ...position }),
    )
    if (!followed) return
    const { seq, receipts } = followed
    if (after !== null && after <= seq) return chat.resume({ receipts })
    // A restored log is shorter: the positions of the old chat, also those of its receipts, are of entries that were lost.
    if (after !== null) {
      chat.close()
      chat = newChat()
      proxy.switchTo(chat.api)
    }
    const page = await load(own, () =>
      connection.request('message.history', { customer_id: customerId, before: seq + 1, max: firstPageSize }),
    )
    if (!page) return
    chat.start({ ...page, customerId, seq, receipts, conversation: null, blocked: false })
  }

  async function readLines(after: number): Promise<Result<LogLines>> {
    const result = await connection.request('log.read', { customer_id: customerId, after })
    if (!result.ok) return result
    const { entries, to } = result.value
    return { ok: true, value: { lines: entries.flatMap((entry) => lineOf(entry) ?? []), entries, to } }
  }

  /** Resolves with undefined if it failed, another connection has started or the follow has ended. */
  async function load<T>(own: object, request: () => Promise<Result<T>>): Promise<T | undefined> {
    const result = await retryUntilSettled(platform, async () =>
      generation === own ? request() : disconnected,
    )
    if (generation !== own) return undefined
    if (result.ok) return result.value
    // After `disconnected` the next connection retries.
    if (result.code !== 'disconnected') chat.fail(result.code)
    return undefined
  }

  /** Without a connection `begin` starts the delay again: receipts of an outage are sent after it. */
  function endWhenIdle() {
    cancelIdle()
    cancelIdle = platform.after(unfollowDelayMs, () => {
      if (options.isReady()) end()
    })
  }

  function end() {
    cancelIdle()
    generation = {}
    options.onEnd()
  }

  return {
    chat: () => chat,
    begin,
    end,
    idleSince: () => idleSince,
    acquire() {
      references++
      idleSince = Infinity
      cancelIdle()
      let isReleased = false
      return {
        ...proxy.api,
        onEntry: entries.on,
        readLines,
        stop() {
          if (isReleased) return
          isReleased = true
          references--
          if (references > 0) return
          chat.api.typing(false)
          idleSince = platform.now()
          endWhenIdle()
        },
      }
    },
  }
}
