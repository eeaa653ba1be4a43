import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { Media } from '@parley/protocol/media'

/** A message held until its undo delay has passed. */
export interface HeldMessage {
  /** Client id of the message, which deduplicates a second attempt by another page. */
  clientId: string
  customerId: string
  conversationId: string
  content: string
  replyTo: string | null
  media: readonly Media[]
  /** Log position that the agent had seen, for collision detection. */
  seenSeq: number
  /** Log position that the window showed, for closing. Missing in messages held by an earlier version. */
  shownSeq?: number
  /** Actions to run after sending. */
  actions: readonly ReplyAction[]
  /** Milliseconds since 1970. */
  dueAt: number
}

export const undoDelayMs = 5_000
/** Delay after `dueAt` before another page adopts a message: an open page has sent it by then. */
const adoptionDelayMs = 2_000
/** Longer than the outbox needs to store a message, shorter than `adoptionDelayMs`. */
const outboxDelayMs = 1_000

export interface HeldMessagesOptions {
  /** Shared by the agent's windows in this browser. */
  storage: {
    all: () => HeldMessage[]
    put: (message: HeldMessage) => void
    remove: (clientId: string) => void
  }
  send: (message: HeldMessage) => void
  /** Aborted when `send` no longer works: messages of other pages are left to the next session. */
  closed: AbortSignal
  now: () => number
  /** Returns a function that cancels. */
  after: (milliseconds: number, work: () => void) => () => void
}

/** Holds messages before sending. They are stored immediately, so that the next page sends those of a closed page. */
export function createHeldMessages({ storage, send, closed, now, after }: HeldMessagesOptions) {
  const waiting = new Map<string, { message: HeldMessage; cancel: () => void }>()

  function release(clientId: string): HeldMessage | null {
    const held = waiting.get(clientId)
    waiting.delete(clientId)
    held?.cancel()
    return held?.message ?? null
  }

  function sendNow(clientId: string) {
    const message = release(clientId)
    if (message === null) return
    send(message)
    // If the page crashes before the outbox has stored it, the next page sends it again; the server stores it once.
    after(outboxDelayMs, () => storage.remove(clientId))
  }

  return {
    hold(message: HeldMessage) {
      storage.put(message)
      const cancel = after(message.dueAt - now(), () => sendNow(message.clientId))
      waiting.set(message.clientId, { message, cancel })
    },

    /** Returns null if the message was already sent. */
    undo(clientId: string): HeldMessage | null {
      const message = release(clientId)
      if (message !== null) storage.remove(clientId)
      return message
    },

    /** Returns the client id of the newest held message. */
    newest: (): string | null => [...waiting.keys()].at(-1) ?? null,

    /** Whether a message to this customer is held. */
    holdsFor: (customerId: string): boolean =>
      [...waiting.values()].some(({ message }) => message.customerId === customerId),

    /** Sends all held messages, before the page is closed. */
    flush: () => [...waiting.keys()].forEach(sendNow),

    /** Adopts messages of closed pages. Call at the start, and when another page has stored a message. */
    adopt() {
      for (const message of storage.all()) {
        const { clientId } = message
        if (waiting.has(clientId)) continue
        after(Math.max(0, message.dueAt + adoptionDelayMs - now()), () => {
          if (closed.aborted || waiting.has(clientId)) return
          if (!storage.all().some((each) => each.clientId === clientId)) return
          send(message)
          storage.remove(clientId)
        })
      }
    },
  }
}
