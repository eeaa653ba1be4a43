import type { ChatCleared } from '@parley/protocol/message'
import type { Challenge, ConnectResult, TeamStatus } from '@parley/protocol/session'
import type { Answer } from './answer.ts'
import { createChat, type ChatPowers } from './chat.ts'
import { createConnection } from './connection.ts'
import type { ConnectionState } from './connection-state.ts'
import { loadConnectionKey } from './key.ts'
import type { Link } from './link.ts'
import { createOutbox } from './outbox.ts'
import { openOutboxStorage } from './outbox-storage.ts'
import { browser, type Platform } from './platform.ts'
import { makeProof } from './proof.ts'
import { httpOrigin, proofTarget } from './socket-address.ts'
import { createStore, type Store } from './store.ts'
import { createUploader } from './upload.ts'

export interface WidgetSessionOptions {
  providerId: string
  /** `wss://support.example/v1/public/socket` */
  socketUrl: string
  /** BCP 47, used for a new customer. */
  language?: string
  /** From the widget's settings: a larger file fails without asking the server. */
  maxUploadBytes?: number
  /** The browser, unless a test says otherwise. */
  platform?: Platform
}

/** A visitor's session: connects at once, and again whenever the connection was lost. */
export interface WidgetSession extends ChatPowers {
  state: Store<ConnectionState>
  /** null until the first connect. */
  team: Store<TeamStatus | null>
  /** `memory`: the browser keeps nothing (private mode), this visitor ends with the page. */
  identity: Store<'loading' | 'stored' | 'memory'>
  /** Gone from the customer's own window, kept for agents (spec 2.3). */
  clear: () => Promise<Answer<ChatCleared>>
  /** Tries to connect at once instead of waiting; also after a refusal. */
  retryNow: () => void
  close: () => void
}

/** Visitor mode (spec 5.2): proves the connection key of this browser, made on first use. */
export function openWidgetSession(options: WidgetSessionOptions): WidgetSession {
  const { socketUrl, platform = browser } = options
  const team = createStore<TeamStatus | null>(null)
  const identity = createStore<'loading' | 'stored' | 'memory'>('loading')
  const language = shortLanguage(options.language)
  let loadingKey: ReturnType<typeof loadKey> | undefined
  /** The server's log ends before our position: begin anew with a snapshot. */
  let beginAnew = false

  async function loadKey() {
    const key = await loadConnectionKey()
    identity.set(key.stored ? 'stored' : 'memory')
    if (key.stored) await outbox.attach(openOutboxStorage(`${options.providerId} ${key.jkt}`))
    return key
  }

  /** Says who we are: challenge -> proof -> connect (design 4). */
  async function greet(link: Link): Promise<Answer<ConnectResult>> {
    const first = link.challenge()
    const key = await (loadingKey ??= loadKey())
    const resume = beginAnew ? null : resumePosition()

    async function connect(challenge: Answer<Challenge>): Promise<Answer<ConnectResult>> {
      if (!challenge.ok) return challenge
      const { nonce, server_time } = challenge.value
      const issuedAt = Math.floor(Date.parse(server_time) / 1000)
      const proof = await makeProof(key, { nonce, target: proofTarget(socketUrl), issuedAt })
      return link.request('connect', {
        provider_id: options.providerId,
        proof,
        ...(resume !== null && { resume: { seq: resume } }),
        ...(language !== undefined && { language }),
      })
    }

    let answer = await connect(await first)
    // The key took its time, or the computer slept in between.
    if (!answer.ok && answer.code === 'nonce_expired') {
      answer = await connect(await link.request('session.challenge', {}))
    }
    const ahead = answer.ok ? resume !== null && answer.value.seq < resume : answer.code === 'too_far_ahead'
    beginAnew = ahead
    return ahead ? { ok: false, code: 'too_far_ahead' } : answer
  }

  /** Who has no customer yet has nothing to continue. */
  const resumePosition = () => (chat.powers.timeline.get().customerId === null ? null : chat.position())

  const connection = createConnection<ConnectResult>({
    platform,
    url: socketUrl,
    secureOnly: true,
    greet,
    onReady({ customer_id, seq, blocked, conversation, receipts, team: present, start }) {
      team.set(present)
      if (start.mode === 'resume') {
        chat.resume({ receipts, conversation, blocked })
      } else {
        const { messages, more } = start
        chat.start({ customerId: customer_id, seq, messages, more, receipts, conversation, blocked })
      }
      void outbox.flush()
    },
    onLost: () => chat.suspend(),
    listeners: {
      entries: (frame) => chat.receive(frame),
      ping: ({ seq }) => chat.reach(seq),
      typing: (typing) => chat.typed(typing),
      team: (status) => team.set(status),
    },
  })

  const outbox = createOutbox({
    platform,
    isReady: () => connection.state.get().name === 'ready',
    send: (params) => connection.request('message.send', params),
    isShown: () => true,
  })

  const chat = createChat({
    platform,
    side: 'customer',
    customerId: null,
    connection,
    outbox,
    upload: createUploader({
      origin: httpOrigin(socketUrl),
      requestTicket: (params) => connection.request('media.ticket', params),
      ...(options.maxUploadBytes !== undefined && { maxBytes: options.maxUploadBytes }),
    }),
    onEntries: () => {},
  })

  // Not only once a socket is open: without a network, too, the page shows what is still to be sent.
  loadingKey = loadKey()
  loadingKey.catch(() => {
    // The greeting meets the same failure, and waits for better.
  })
  connection.open()

  return {
    ...chat.powers,
    state: connection.state,
    team,
    identity,
    async clear() {
      const answer = await connection.request('chat.clear', {})
      if (answer.ok) {
        for (const { client_id, state } of outbox.messages.get()) {
          if (state.name === 'failed') outbox.discard(client_id)
        }
      }
      return answer
    },
    retryNow: connection.retryNow,
    close() {
      chat.close()
      outbox.close()
      connection.close()
    },
  }
}

/** Browsers also say `en-US-u-hc-h12`; the protocol takes the parts that name language, script and region. */
function shortLanguage(tag: string | undefined): string | undefined {
  return tag?.match(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}(?![a-z0-9])/i)?.[0]
}
