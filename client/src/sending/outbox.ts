import type { Media } from '@parley/protocol/media'
import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { isTransient, type Result, type Failure, type FailureCode } from '../connection/result.ts'
import { backoffDelayMs } from '../connection/backoff.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import type { MessageDraft, PendingMessage, PendingState, SendOutcome } from './pending-message.ts'
import { maxLockMs, type Platform } from '../browser/platform.ts'
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
 * overtakes one that is retried.
 */
export interface Outbox {
  messages: Store<readonly PendingMessage[]>
  add: (draft: MessageDraft, customerId: string | null) => SendOutcome
  /** `seen` replaces the `seen_seq` of an agent's message. */
  retry: (clientId: string, seen?: number) => void
  discard: (clientId: string) => void
  /** Loads the messages of earlier pages, and stores messages from now on. */
  attach: (storage: OutboxStorage) => Promise<void>
  /** Sends queued messages. Call when the connection is ready. */
  flush: () => Promise<void>
  /** The log contains the message: removes it even without an acknowledgement. */
  confirm: (clientId: string) => void
  close: () => void
}

/** A message fails after this many consecutive internal errors, so that it does not block the others. */
const maxInternalErrors = 3
/** Limits the delay after an outage of the server. */
const maxRetryDelayMs = 10_000

export function createOutbox(options: OutboxOptions): Outbox {
  const { platform } = options
  const messages = createStore<readonly PendingMessage[]>([])
  const nextId = createUuids(platform.now)
  const storedIds = new Set<string>()
  let storage: OutboxStorage | undefined
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

  function drop(clientId: string) {
    messages.set(messages.get().filter((message) => message.client_id !== clientId))
    forget(clientId)
  }

  function forget(clientId: string) {
    storedIds.delete(clientId)
    void storage?.remove(clientId).catch(() => {})
  }

  /** Storage errors are ignored: messages are still sent. */
  async function store(message: PendingMessage | undefined) {
    if (!storage || !message) return
    await storage.put(message).then(
      () => storedIds.add(message.client_id),
      () => {},
    )
  }

  async function run() {
    if (flushing) return
    flushing = true
    try {
      let failures = 0
      let internalErrors = 0
      for (let next = nextQueued(); next; next = nextQueued()) {
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

  function nextQueued(): PendingMessage | undefined {
    if (closed || !options.isReady()) return undefined
    return messages.get().find(({ state }) => state.name === 'queued')
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
    if (find(clientId)?.state.name !== 'queued' || closed) return undefined
    // Another tab may have sent or discarded it while this one waited for the lock.
    if (storedIds.has(clientId) && (await storage?.has(clientId).catch(() => true)) === false) {
      drop(clientId)
      return undefined
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
    async flush() {
      wake()
      await run()
    },
    add(draft, customerId) {
      const media: readonly Media[] = draft.media ?? []
      if (draft.content.trim() === '' && media.length === 0) return { ok: false, code: 'message_empty' }
      if (draft.content.length > maxMessageLength) return { ok: false, code: 'message_too_long' }
      const clientId = draft.client_id ?? nextId()
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
      const corrected = {
        ...(isTaken && { client_id: nextId() }),
        // The customer has cleared the chat: the text is sent without the quoted message.
        reply_to_id: code === 'reply_target_unknown' ? null : message.reply_to_id,
        // The service deletes uploads that are not sent within a day: the text is sent without them.
        media: code === 'media_unknown' && message.content ? [] : message.media,
        ...(seen !== undefined && { seen_seq: seen }),
      }
      void store(change(clientId, { name: 'queued' }, corrected))
      void run()
    },
    discard(clientId) {
      const name = find(clientId)?.state.name
      if (name === 'queued' || name === 'failed') drop(clientId)
    },
    async attach(opened) {
      storage = opened
      const left = await opened.all().catch((): PendingMessage[] => [])
      for (const { client_id } of left) storedIds.add(client_id)
      const own = messages.get()
      const earlier = left.filter(({ client_id }) => !find(client_id))
      messages.set([...earlier, ...own])
      for (const message of own) if (message.state.name !== 'sent') void store(message)
      await run()
    },
    confirm(clientId) {
      if (find(clientId)) drop(clientId)
      else if (storedIds.has(clientId)) forget(clientId)
    },
    close() {
      closed = true
      wake()
    },
  }
}

function toParams({
  client_id,
  content,
  reply_to_id,
  media,
  customer_id,
  seen_seq,
}: PendingMessage): MessageSendParams {
  return {
    client_id,
    content,
    ...(reply_to_id !== null && { reply_to_id }),
    ...(media.length > 0 && { media_ids: media.map(({ id }) => id) }),
    ...(customer_id !== null && { customer_id }),
    ...(seen_seq !== undefined && { seen_seq }),
  }
}
