import type { Media } from '@parley/protocol/media'
import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { isTransient, type Result, type Failure, type FailureCode } from '../connection/result.ts'
import { backoffDelayMs } from '../connection/backoff.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import {
  toParams,
  type MessageDraft,
  type PendingMessage,
  type PendingState,
  type SendOutcome,
} from './pending-message.ts'
import { maxLockMs, type Channel, type Platform } from '../browser/platform.ts'
import { createStore, type Store } from '../state/store.ts'
import { createUuids } from '../browser/uuid.ts'
import { maxMessageLength } from '../connection/wire-values.ts'

export interface OutboxOptions {
  platform: Platform
  /** Whether the connection is ready for messages. */
  isReady: () => boolean
  send: (params: MessageSendParams) => Promise<Result<MessageSent>>
  /** Whether the message will appear in the log. Otherwise it is removed when acknowledged. */
  isShown: (message: PendingMessage) => boolean
}

/**
 * Unsent messages in the order of writing:
 *
 *   queued -> sending -> sent -> (received in the log) removed
 *                |  ^ connection lost, server busy, database unavailable: queued again with the same client_id
 *                -> failed, until retry or discard
 *
 * All states but `sent` survive a reload. Only one message is sent at a time, by one tab at a time, so that no message
 * overtakes one that is retried. What a closed tab has left unsent is sent by another one of the same sender.
 */
export interface Outbox {
  messages: Store<readonly PendingMessage[]>
  add: (draft: MessageDraft, customerId: string | null) => SendOutcome
  /** `seen` replaces the `seen_seq` of an agent's message. */
  retry: (clientId: string, seen?: number) => void
  discard: (clientId: string) => void
  /** Loads the messages of other pages, and stores messages from now on. */
  attach: (storage: OutboxStorage) => Promise<void>
  /** Sends queued messages, also those of other pages. Call when the connection is ready. */
  flush: () => Promise<void>
  /** The log contains the message: removes it even without an acknowledgement. */
  confirm: (clientId: string) => void
  close: () => void
}

/** A message fails after this many consecutive internal errors, so that it does not block the others. */
const maxInternalErrors = 3
/** Limits the delay after an outage of the server. */
const maxRetryDelayMs = 10_000
/** Sent to the other tabs by a page that leaves unsent messages. All other notices are ids of discarded messages. */
const leftNotice = 'left'

export function createOutbox(options: OutboxOptions): Outbox {
  const { platform } = options
  const messages = createStore<readonly PendingMessage[]>([])
  const nextId = createUuids(platform.now)
  /** Messages that were written in other pages or are complete. */
  const others = new Set<string>()
  let storage: OutboxStorage | undefined
  let channel: Channel | undefined
  let stopListening = () => {}
  /** Other pages may have stored messages. */
  let isStale = false
  let flushing = false
  let closed = false
  let wake = () => {}

  const find = (clientId: string) => messages.get().find((message) => message.client_id === clientId)

  function change(
    clientId: string,
    state: PendingState,
    more?: Partial<PendingMessage>,
  ): PendingMessage | undefined {
    const known = find(clientId)
    if (!known) return undefined
    const changed = { ...known, ...more, state }
    messages.set(messages.get().map((message) => (message === known ? changed : message)))
    return changed
  }

  function hide(clientId: string) {
    messages.set(messages.get().filter((message) => message.client_id !== clientId))
  }

  function drop(clientId: string) {
    hide(clientId)
    forget(clientId)
  }

  function forget(clientId: string) {
    others.add(clientId)
    void storage?.remove(clientId).catch(() => {})
  }

  /** Storage errors are ignored: messages are still sent. */
  async function store(message: PendingMessage | undefined) {
    if (message) await storage?.put(message).catch(() => {})
  }

  /** Adds stored messages that this page has never had, in the order of writing. */
  async function load(which: 'all' | 'queued') {
    isStale = false
    const stored = (await storage?.all().catch(() => null)) ?? []
    const unknown = stored.filter(
      ({ client_id, state }) =>
        !find(client_id) && !others.has(client_id) && (which === 'all' || state.name === 'queued'),
    )
    for (const { client_id } of unknown) others.add(client_id)
    const all = [...unknown, ...messages.get()]
    all.sort((a, b) => (a.client_id < b.client_id ? -1 : 1))
    messages.set(all)
  }

  function receiveNotice(notice: unknown): void {
    if (notice === leftNotice) {
      isStale = true
      return void run()
    }
    const clientId = String(notice)
    // If it is being sent and stays unsent, it is dropped before the next attempt.
    others.add(clientId)
    withdraw(clientId)
  }

  /** Drops a message unless it may have been sent. Returns whether it did. */
  function withdraw(clientId: string): boolean {
    const name = find(clientId)?.state.name
    const isUnsent = name === 'queued' || name === 'failed'
    if (isUnsent) drop(clientId)
    return isUnsent
  }

  function leave() {
    // Not without a message: it takes the other pages out of the back/forward cache.
    if (messages.get()[0]) channel?.post(leftNotice)
  }

  const maySend = () => !closed && options.isReady()

  async function run() {
    if (flushing) return
    flushing = true
    try {
      let failures = 0
      let internalErrors = 0
      while (maySend()) {
        // Refused messages of open tabs are shown there.
        while (isStale) await load('queued')
        const next = messages.get().find(({ state }) => state.name === 'queued')
        if (!next) return
        const { client_id } = next
        const scope = storage?.scope ?? client_id
        const send = () => deliver(client_id)
        const failure = await platform.exclusively(`parley-outbox ${scope}`, send, maxLockMs)
        failures = failure ? failures + 1 : 0
        internalErrors = failure?.code === 'internal' ? internalErrors + 1 : 0
        if (!failure || !options.isReady()) continue
        if (internalErrors >= maxInternalErrors) {
          await fail(client_id, failure.code)
          // The retry limit is per message.
          failures = internalErrors = 0
          continue
        }
        const backoff = Math.min(backoffDelayMs(failures, platform.random()), maxRetryDelayMs)
        await delay(Math.max(failure.retryAfter ?? 0, backoff))
      }
    } finally {
      flushing = false
    }
  }

  const delay = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const cancel = platform.after(milliseconds, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  /** Sends one message. After an error it stays queued. */
  async function deliver(clientId: string): Promise<Failure | undefined> {
    const waiting = find(clientId)
    if (waiting?.state.name !== 'queued' || closed) return undefined
    // A message that was written here is sent even if another tab has sent it: its outcome is awaited here.
    if (others.has(clientId)) {
      const stored = await storage?.get(clientId).catch(() => waiting)
      if (!stored) drop(clientId)
      // Refused there, where it is shown.
      else if (stored.state.name === 'failed') hide(clientId)
      else change(clientId, stored.state, stored)
      if (find(clientId)?.state.name !== 'queued') return undefined
    }
    const message = change(clientId, { name: 'sending' })
    if (!message) return undefined
    const answer = await options.send(toParams(message))
    // Received in the log meanwhile.
    if (!find(clientId)) return undefined
    if (answer.ok) {
      forget(clientId)
      change(clientId, { name: 'sent', seq: answer.value.seq })
      if (!options.isShown(message)) drop(clientId)
      return undefined
    }
    if (isTransient(answer.code)) {
      change(clientId, { name: 'queued' })
      return answer
    }
    await fail(clientId, answer.code)
    return undefined
  }

  const fail = (clientId: string, code: FailureCode) => store(change(clientId, { name: 'failed', code }))

  return {
    messages,
    flush() {
      isStale = true
      wake()
      return run()
    },
    add(draft, customerId) {
      const media: readonly Media[] = draft.media ?? []
      if (draft.content.trim() === '' && media.length === 0) return { ok: false, code: 'message_empty' }
      if (draft.content.length > maxMessageLength) return { ok: false, code: 'message_too_long' }
      const clientId = draft.client_id ?? nextId()
      others.delete(clientId)
      // Loaded from storage already.
      if (find(clientId)) return { ok: true, clientId }
      const message: PendingMessage = {
        client_id: clientId,
        customer_id: customerId,
        content: draft.content,
        reply_to_id: draft.reply_to_id ?? null,
        media,
        seen_seq: draft.seen_seq,
        created_at: new Date(platform.now()).toISOString(),
        state: { name: 'queued' },
      }
      messages.set([...messages.get(), message])
      // Not awaited: the browser runs this write before every later one of the same store.
      void store(message)
      void run()
      return { ok: true, clientId }
    },
    retry(clientId, seen) {
      const message = find(clientId)
      if (message?.state.name !== 'failed') return
      const { code } = message.state
      // Another message has this id.
      const isTaken = code === 'client_id_conflict'
      if (isTaken) forget(clientId)
      // From now on it is as if written here, also if storage cannot be written.
      else others.delete(clientId)
      const corrected = {
        client_id: isTaken ? nextId() : clientId,
        // The customer has cleared the chat: the text is sent without the quoted message.
        reply_to_id: code === 'reply_target_unknown' ? null : message.reply_to_id,
        // The service deletes uploads that are not sent within a day: the text is sent without them.
        media: code === 'media_unknown' && message.content ? [] : message.media,
        seen_seq: seen ?? message.seen_seq,
      }
      void store(change(clientId, { name: 'queued' }, corrected))
      void run()
    },
    discard(clientId) {
      if (withdraw(clientId)) channel?.post(clientId)
    },
    async attach(opened) {
      storage = opened
      if (!closed) {
        channel = platform.openChannel(`parley-outbox ${opened.scope}`, receiveNotice)
        stopListening = platform.onLeave(leave)
      }
      await load('all')
      for (const message of messages.get()) {
        if (!others.has(message.client_id) && message.state.name !== 'sent') void store(message)
      }
      await run()
    },
    confirm: drop,
    close() {
      leave()
      closed = true
      wake()
      stopListening()
      channel?.close()
      channel = undefined
    },
  }
}
