import type { LogEntry } from '@parley/protocol/event'
import type { Answer } from '../connection/result.ts'
import { createChat, type Chat, type ChatOptions, type ChatPowers } from './chat.ts'
import { createEmitter } from '../state/emitter.ts'
import { lineOf } from '../timeline/timeline-apply.ts'
import type { SystemLine } from '../timeline/timeline-view.ts'
import { untilAnswered } from '../connection/retry-until-settled.ts'

/** The lines of a piece of the log that goes up to `to`. */
export interface LogLines {
  lines: SystemLine[]
  to: number
}

/** One customer, live. All holders of the same customer share one picture. */
export interface CustomerFollow extends ChatPowers {
  /** Each new entry, once, as it comes (not the history): e.g. to load a changed profile anew. */
  onEntry: (listener: (entry: LogEntry) => void) => () => void
  /** What happened to the conversations after a place: the history that `loadOlder` fetches holds messages only. */
  readLines: (after: number) => Promise<Answer<LogLines>>
  /** This holder is done. The picture is kept a while for whoever comes back. */
  stop: () => void
}

/** The one behind all holders of a customer. */
export interface Follow {
  chat: Chat
  /** The connection is ready: follow from our own position on, or from a first page. */
  begin: () => Promise<void>
  hold: () => CustomerFollow
}

export interface FollowOptions extends Omit<ChatOptions, 'side' | 'onEntries'> {
  customerId: string
  /** Nobody has held it for a while. */
  onIdle: () => void
}

/** Agents go back and forth between conversations: coming back within this time shows the picture at once. */
const lingerTime = 15_000
const firstPage = 50

export function createFollow(options: FollowOptions): Follow {
  const { platform, connection, customerId } = options
  const entries = createEmitter<LogEntry>()
  const chat = createChat({ ...options, side: 'agent', onEntries: (all) => all.forEach(entries.emit) })
  let holders = 0
  let cancelIdle = () => {}
  /** Stands for one connection. */
  let era = {}

  async function begin() {
    const own = (era = {})
    const after = chat.position()
    const place = after === null ? {} : { after }
    const followed = await ask(own, platform, () =>
      connection.request('customer.follow', { customer_id: customerId, ...place }),
    )
    if (!followed) return
    const { seq, receipts } = followed
    if (after !== null) return chat.resume({ receipts })
    const page = await ask(own, platform, () =>
      connection.request('message.history', { customer_id: customerId, before: seq + 1, max: firstPage }),
    )
    if (page) chat.start({ ...page, customerId, seq, receipts, conversation: null, blocked: false })
  }

  async function readLines(after: number): Promise<Answer<LogLines>> {
    const answer = await connection.request('log.read', { customer_id: customerId, after })
    if (!answer.ok) return answer
    const lines = answer.value.entries.flatMap((entry) => lineOf(entry) ?? [])
    return { ok: true, value: { lines, to: answer.value.to } }
  }

  /** undefined: another connection took over, or there is nothing to be had. */
  async function ask<T>(
    own: object,
    ...request: Parameters<typeof untilAnswered<T>>
  ): Promise<T | undefined> {
    const answer = await untilAnswered(...request)
    if (era !== own) return undefined
    if (answer.ok) return answer.value
    // After `disconnected` the next connection begins again.
    if (answer.code !== 'disconnected') chat.fail(answer.code)
    return undefined
  }

  return {
    chat,
    begin,
    hold() {
      holders++
      cancelIdle()
      let held = true
      return {
        ...chat.powers,
        onEntry: entries.on,
        readLines,
        stop() {
          if (!held) return
          held = false
          holders--
          if (holders > 0) return
          chat.powers.typing(false)
          cancelIdle = platform.after(lingerTime, options.onIdle)
        },
      }
    },
  }
}
