import type { Platform, Socket } from '@parley/client/browser/platform'
import { createConnection, type Connection } from '@parley/client/connection/connection'
import type { Link } from '@parley/client/connection/link'
import type { Result } from '@parley/client/connection/result'
import type { ConnectResult } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import type { DemoAccess } from '../chat/product.ts'
import type { Member } from '../handshake/members.ts'
import { openClientSocket, type SocketAddress } from './client-socket.ts'

/** A client's network. */
export interface Network {
  /** Breaks the connection and keeps the client offline. */
  cut: (offlineMs: number) => void
}

/** A visible tab: the product's retry policy, with plain timers. Its network is always there unless it is cut. */
function platformOf(address: SocketAddress): Platform & Network {
  let isOnline = true
  let socket: Socket | undefined
  let wake = () => {}
  return {
    openSocket: () => (socket = openClientSocket(address)),
    cut(offlineMs) {
      isOnline = false
      socket?.close()
      setTimeout(() => {
        isOnline = true
        wake()
      }, offlineMs)
    },
    now: Date.now,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    isOnline: () => isOnline,
    isSecure: () => true,
    isVisible: () => true,
    onWake(listener) {
      wake = listener
      return () => {}
    },
    onOffline: () => () => {},
    onLeave: () => () => {},
    exclusively: (_name, run) => run(),
    openChannel: () => ({ post: () => {}, close: () => {} }),
  }
}

export interface Client {
  connection: Connection
  network: Network
  /** Set when the storm begins; called once when the client has resumed. */
  onResumed: (() => void) | null
  failures: number
}

export interface WidgetClient extends Client {
  customerId: string | null
  /** Last position of the customer's log that the widget has received. */
  seq: number
}

/** A member's widget with one conversation: resumes its log as the product's client does. */
export function openWidget(
  access: DemoAccess,
  member: Member,
  on: { ready: () => void; message: (clientId: string) => void },
): WidgetClient {
  const port = Number(new URL(access.base).port)
  /** The log ends at least here: the client has resumed once it has received this position. */
  let target = 0
  const authenticate = async (link: Link): Promise<Result<ConnectResult>> => {
    const challenge = await link.challenge()
    if (!challenge.ok) return challenge
    return await link.request('connect', {
      provider_id: access.providerId,
      proof: member.prove(challenge.value.nonce),
      token: member.token,
      ...(widget.customerId !== null && { resume: { seq: widget.seq, customer_id: widget.customerId } }),
    })
  }
  const receive = ({ customer_id, after, to, entries }: Entries) => {
    widget.customerId = customer_id
    if (after > widget.seq) throw new Error('A gap in the log')
    for (const entry of entries) {
      if (entry.seq > widget.seq && entry.type === 'message.created') on.message(entry.data.client_id)
    }
    widget.seq = Math.max(widget.seq, to)
    arrive()
  }
  const arrive = () => {
    if (widget.seq < target || connection.state.get().name !== 'ready') return
    widget.onResumed?.()
  }
  const platform = platformOf({ port, path: '/v1/public/socket', origin: access.base })
  const connection = createConnection<ConnectResult>({
    platform,
    url: `${access.base.replace('http', 'ws')}/v1/public/socket`,
    secureOnly: true,
    authenticate,
    onReady(result) {
      widget.customerId = result.customer_id
      target = result.seq
      on.ready()
    },
    onLost: () => {},
    listeners: { entries: receive },
  })
  const widget: WidgetClient = {
    connection,
    network: platform,
    customerId: null,
    seq: 0,
    onResumed: null,
    failures: 0,
  }
  connection.state.subscribe(() => {
    if (connection.state.get().name === 'waiting') widget.failures += 1
    else arrive()
  })
  connection.open()
  return widget
}

/** An agent's panel that follows the inbox. */
export function openAgent(
  access: DemoAccess,
  on: { ready: () => void; entries?: (received: Entries) => void },
): Client {
  const { base, cookie, organizationId } = access
  const followInbox = async () => {
    const answer = await connection.request('inbox.follow', {})
    if (answer.ok) agent.onResumed?.()
  }
  const platform = platformOf({ port: Number(new URL(base).port), path: '/v1/socket', origin: base, cookie })
  const connection = createConnection<unknown>({
    platform,
    url: `${base.replace('http', 'ws')}/v1/socket`,
    secureOnly: false,
    authenticate: (link) => link.request('agent.connect', { organization_id: organizationId }),
    onReady() {
      void followInbox()
      on.ready()
    },
    onLost: () => {},
    listeners: { ...(on.entries && { entries: on.entries }) },
  })
  const agent: Client = { connection, network: platform, onResumed: null, failures: 0 }
  connection.state.subscribe(() => {
    if (connection.state.get().name === 'waiting') agent.failures += 1
  })
  connection.open()
  return agent
}
