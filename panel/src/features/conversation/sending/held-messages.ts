import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { Media } from '@parley/protocol/media'

/** A message that waits until sending it can no longer be undone. */
export interface HeldMessage {
  /** Used for the message, so that a second attempt by another page is recognized. */
  clientId: string
  customerId: string
  conversationId: string
  content: string
  replyTo: string | null
  media: readonly Media[]
  /** The log position that the agent had seen, against second answers. */
  seenSeq: number
  /** Actions that follow. */
  actions: readonly ReplyAction['type'][]
  /** Milliseconds. */
  dueAt: number
}

export const undoDelayMs = 5_000
/** A page that is still open sends its own messages in time; after this they were left behind. */
const leftBehindMs = 2_000
/** More than the outbox needs to store a message; less than `leftBehindMs`. */
const outboxDelayMs = 1_000

export interface HeldMessagesOptions {
  /** Shared by the agent's windows in this browser. */
  storage: {
    all: () => HeldMessage[]
    put: (message: HeldMessage) => void
    remove: (clientId: string) => void
  }
  send: (message: HeldMessage) => void
  now: () => number
  /** Returns a function that cancels. */
  after: (milliseconds: number, work: () => void) => () => void
}

/** Holds messages back. They are stored at once: what a closed page leaves behind is sent by the next one. */
export function createHeldMessages({ storage, send, now, after }: HeldMessagesOptions) {
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
    // If the page dies before the outbox has stored it, the next page sends it again: the service stores it once.
    after(outboxDelayMs, () => storage.remove(clientId))
  }

  return {
    hold(message: HeldMessage) {
      storage.put(message)
      const cancel = after(message.dueAt - now(), () => sendNow(message.clientId))
      waiting.set(message.clientId, { message, cancel })
    },

    /** null: too late. */
    undo(clientId: string): HeldMessage | null {
      const message = release(clientId)
      if (message !== null) storage.remove(clientId)
      return message
    },

    /** The newest message that can be undone. */
    newest: (): string | null => [...waiting.keys()].at(-1) ?? null,

    /** Sends everything: before this page disappears. */
    flush: () => [...waiting.keys()].forEach(sendNow),

    /** Takes over messages that other pages leave behind. Call at the start, and when another page has stored one. */
    adopt() {
      for (const message of storage.all()) {
        const { clientId } = message
        if (waiting.has(clientId)) continue
        after(Math.max(0, message.dueAt + leftBehindMs - now()), () => {
          if (waiting.has(clientId) || !storage.all().some((each) => each.clientId === clientId)) return
          send(message)
          storage.remove(clientId)
        })
      }
    },
  }
}
