import type { Conversation } from '@parley/protocol/conversation'
import type { OrganizationChanged } from '@parley/protocol/inbox'
import type { AgentConnectResult } from '@parley/protocol/session'
import { createFollow, type CustomerFollow, type Follow } from './customer-follow.ts'
import type { AgentCallSession } from '../calls/call-signaling.ts'
import { createConnection } from '../connection/connection.ts'
import type { ConnectionState } from '../connection/connection-state.ts'
import { createEmitter } from '../state/emitter.ts'
import { shareEndedRefusals } from '../sending/ended-refusals.ts'
import { createOutbox } from '../sending/outbox.ts'
import { openOutboxStorage } from '../sending/outbox-storage.ts'
import type { PendingMessage } from '../sending/pending-message.ts'
import { browser, type Platform } from '../browser/platform.ts'
import { createServerClock } from '../connection/server-clock.ts'
import { httpOrigin } from '../connection/socket-address.ts'
import type { Store } from '../state/store.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import { createUploader } from '../sending/upload.ts'

export interface AgentSessionOptions {
  /** `wss://support.example/v1/socket` */
  socketUrl: string
  organizationId: string
  /** This agent's id in the organization (`/v1/me`); unsent messages are stored under it. */
  agentId: string
  maxUploadBytes?: number
  /** Replaced in tests. */
  platform?: Platform
}

/**
 * An agent's session: connects immediately, and reconnects whenever the connection is lost. Browsers do not report
 * why an upgrade was refused (401 without a session): when `waiting.attempts` grows, check /v1/me.
 */
export interface AgentSession extends AgentCallSession {
  state: Store<ConnectionState>
  /** Called with the current state of changed conversations. */
  onInboxChanged: (listener: (conversations: readonly Conversation[]) => void) => () => void
  onOrganizationChanged: (listener: (what: OrganizationChanged['what']) => void) => () => void
  /** Called after each connect. Earlier changes may have been missed: reload the lists. */
  onLive: (listener: () => void) => () => void
  /** The server's time at the last connect, in Unix milliseconds; 0 before the first. */
  connectedAt: () => number
  followCustomer: (customerId: string) => CustomerFollow
  /** Messages to all customers that are not stored yet, also those of earlier pages. */
  unsent: Store<readonly PendingMessage[]>
  retryNow: () => void
  close: () => void
  /** Aborted by `close`. */
  closed: AbortSignal
}

/** Idle follows end early above this, so that all can resume after a reconnect within the request limit (SPEC F5). */
const maxFollows = 100

export function openAgentSession(options: AgentSessionOptions): AgentSession {
  const { socketUrl, organizationId, agentId, platform = browser } = options
  const inbox = createEmitter<readonly Conversation[]>()
  const organization = createEmitter<OrganizationChanged['what']>()
  const live = createEmitter<void>()
  const follows = new Map<string, Follow>()
  const serverClock = createServerClock(platform)
  const closing = new AbortController()
  let connectedAt = 0

  const connection = createConnection<AgentConnectResult>({
    platform,
    url: socketUrl,
    secureOnly: false,
    async authenticate(link) {
      const result = await link.request('agent.connect', { organization_id: organizationId })
      // Another agent has signed in: the unsent messages here are not theirs.
      if (result.ok && result.value.agent_id !== agentId) return { ok: false, code: 'unauthenticated' }
      return result
    },
    onReady({ server_time }) {
      connectedAt = serverClock.set(server_time)
      void followInbox()
      for (const follow of follows.values()) void follow.begin()
      void outbox.flush()
    },
    onLost() {
      for (const follow of follows.values()) follow.chat().suspend()
    },
    listeners: {
      entries: (frame) => follows.get(frame.customer_id)?.chat().receive(frame),
      typing: (typing) => follows.get(typing.customer_id)?.chat().typed(typing),
      'inbox.changed': ({ conversations }) => inbox.emit(conversations),
      'organization.changed': ({ what }) => organization.emit(what),
    },
  })

  async function followInbox() {
    const result = await retryUntilSettled(platform, () => connection.request('inbox.follow', {}))
    if (result.ok) live.emit()
  }

  const isReady = () => connection.state.get().name === 'ready'
  const isFollowed = (customerId: string | null) => follows.has(customerId ?? '')

  const outbox = createOutbox({
    platform,
    isReady,
    send: (params) => connection.request('message.send', params),
    isShown: ({ customer_id }) => isFollowed(customer_id),
  })
  const scope = `${organizationId} ${agentId}`
  const stopSharing = shareEndedRefusals({ platform, scope, outbox, isFollowed })
  void outbox.attach(openOutboxStorage(scope))

  const upload = createUploader({
    origin: httpOrigin(socketUrl),
    requestTicket: (params) => connection.request('media.ticket', params),
    ...(options.maxUploadBytes !== undefined && { maxBytes: options.maxUploadBytes }),
  })

  function endLongestIdle() {
    const longest = [...follows.values()].reduce((a, b) => (b.idleSince() < a.idleSince() ? b : a))
    if (longest.idleSince() < Infinity) longest.end()
  }

  function open(customerId: string): Follow {
    if (follows.size >= maxFollows) endLongestIdle()
    const follow = createFollow({
      platform,
      connection,
      isReady,
      outbox,
      upload,
      customerId,
      onEnd() {
        follows.delete(customerId)
        follow.chat().close()
        void connection.request('customer.unfollow', { customer_id: customerId })
        // The log entries of acknowledged messages will not arrive any more.
        for (const { client_id, customer_id, state } of outbox.messages.get()) {
          if (customer_id === customerId && state.name === 'sent') outbox.confirm(client_id)
        }
      },
    })
    follows.set(customerId, follow)
    if (isReady()) void follow.begin()
    return follow
  }

  connection.open()

  return {
    state: connection.state,
    platform,
    request: connection.request,
    notify: connection.notify,
    on: connection.on,
    serverNow: serverClock.now,
    onInboxChanged: inbox.on,
    onOrganizationChanged: organization.on,
    onLive: live.on,
    connectedAt: () => connectedAt,
    followCustomer: (customerId) => (follows.get(customerId) ?? open(customerId)).acquire(),
    unsent: outbox.messages,
    retryNow: connection.retryNow,
    closed: closing.signal,
    close() {
      closing.abort()
      for (const follow of follows.values()) follow.chat().close()
      follows.clear()
      outbox.close()
      stopSharing()
      connection.close()
    },
  }
}
