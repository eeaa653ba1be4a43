import type { ConnectResult } from '@parley/protocol/session'
import type { ChatApi } from './chat.ts'
import type { OutboxStorage } from '../sending/outbox-storage.ts'
import {
  createIdentitySession,
  type Identity,
  type IdentitySession,
  type IdentitySessionOptions,
} from './identity-session.ts'
import { createChatProxy } from './chat-proxy.ts'
import { createStore, type Store } from '../state/store.ts'
import type { LogPosition } from '../identity/authentication.ts'

export interface IdentitySessionsOptions extends Omit<IdentitySessionOptions, 'isLive'> {
  isReady: () => boolean
  /** Storage for an identity's unsent messages; null when the browser has none. */
  storageOf: (identity: Identity) => Promise<OutboxStorage | null>
}

/** The sessions of all identities on this page. One is shown; it is live while the socket is bound to its identity. */
export interface IdentitySessions {
  /** Chat of the shown session. */
  api: ChatApi
  /** Identity of the shown session. null: not known yet; what is written then belongs to the identity shown next. */
  identity: Store<Identity | null>
  live: () => IdentitySession | null
  /** Shows an identity's session, whether or not the socket is bound to it. */
  show: (identity: Identity) => void
  /** The socket is authenticated as this identity. */
  bind: (identity: Identity, result: ConnectResult) => void
  /** The socket belongs to no identity until the next `bind`. */
  unbind: () => void
  /** Position from which an identity's log can be resumed. */
  positionOf: (identity: Identity) => LogPosition | null
  /** Discards the failed messages of the shown session. */
  discardFailed: () => void
  close: () => void
}

export function createIdentitySessions(options: IdentitySessionsOptions): IdentitySessions {
  const sessions = new Map<Identity, IdentitySession>()
  const identity = createStore<Identity | null>(null)
  let live: IdentitySession | null = null
  const create = () =>
    createIdentitySession({ ...options, isLive: (session) => live === session && options.isReady() })
  let shown = create()
  const proxy = createChatProxy(shown.chat.api)

  function assign(session: IdentitySession, owner: Identity) {
    session.identity = owner
    sessions.set(owner, session)
    // Rejects in browsers without keys; the connection reports that error.
    void options.storageOf(owner).then(session.attach, () => {})
  }

  function show(next: Identity) {
    if (shown.identity === null) {
      assign(shown, next)
    } else if (shown.identity !== next) {
      const previous = shown
      const existing = sessions.get(next)
      shown = existing ?? create()
      if (!existing) assign(shown, next)
      // Before the timeline changes, so that its messages are not taken for new ones of the previous identity.
      identity.set(next)
      proxy.switchTo(shown.chat.api)
      // Another person may use this browser now: a member's data does not stay on the page.
      if (previous.identity && previous.identity !== 'visitor') {
        sessions.delete(previous.identity)
        previous.close()
      }
    }
    identity.set(next)
  }

  function unbind() {
    live?.chat.suspend()
    live = null
  }

  return {
    api: proxy.api,
    identity,
    live: () => live,
    show,
    bind(next, { customer_id, seq, blocked, conversation, receipts, start }) {
      show(next)
      live = shown
      const { chat, outbox } = shown
      const state = { receipts, conversation, blocked }
      if (start.mode === 'resume') chat.resume(state)
      else chat.start({ ...start, ...state, customerId: customer_id, seq })
      void outbox.flush()
    },
    unbind,
    positionOf(owner) {
      const chat = sessions.get(owner)?.chat
      const customer_id = chat?.api.timeline.get().customerId
      const seq = chat?.position()
      return customer_id && seq !== null && seq !== undefined ? { seq, customer_id } : null
    },
    discardFailed() {
      for (const { client_id, state } of shown.outbox.messages.get()) {
        if (state.name === 'failed') shown.outbox.discard(client_id)
      }
    },
    close() {
      unbind()
      proxy.close()
      for (const session of new Set([shown, ...sessions.values()])) session.close()
    },
  }
}
