import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node'
import { createNatsShards, forwardingMs } from './nats-shards.ts'
import { natsShardSubjects } from './subjects.ts'
import type { OpenTransport } from './transport.ts'

/** If the server allows it: its default limit is 1 MiB. */
const preferredFrameBytes = 256 * 1024

const retryDelayMs = 2_000
const connectTimeoutMs = 4_000

const connectionOptions = {
  name: 'parley',
  noEcho: true,
  maxReconnectAttempts: -1,
  ignoreAuthErrorAbort: true,
  reconnectTimeWait: 500,
  reconnectJitter: 1_000,
  reconnectJitterTLS: 1_000,
  pingInterval: 3_000,
  maxPingOut: 2,
  timeout: connectTimeoutMs,
} satisfies NodeConnectionOptions

export interface NatsSettings {
  /** `host:port` of one or more servers of a cluster. */
  servers: string[]
  tls: boolean
  login: { user: string; pass: string } | { token: string } | null
}

const serverOptions = ({ servers, tls, login }: NatsSettings): NodeConnectionOptions => ({
  servers,
  ...(tls && { tls: {} }),
  ...login,
})

/** Returns what the server refuses the user; null for other errors. */
function refusalOf(error: Error): 'login' | 'permission' | null {
  // The client has the same error for a login that takes too long.
  if (error.name === 'AuthorizationError' && /authorization violation/i.test(error.message)) return 'login'
  return error.name === 'PermissionViolationError' ? 'permission' : null
}

/** Says what to do if the server refuses the user. */
function reasonOf(error: Error, subject: string): string {
  const refusal = refusalOf(error)
  if (refusal === null) return error.message
  if (refusal === 'login') return 'the NATS server refuses the credentials in NATS_URL'
  const allowed = `allow it to publish and subscribe to ${subject} and ${natsShardSubjects(subject)}`
  return `the NATS server does not permit this user what it needs: ${allowed} (${error.message})`
}

/**
 * Core NATS with one subject per installation and one per shard; delivery is at most once. The client reconnects indefinitely with jitter and
 * detects dead connections with pings.
 * @param subject without wildcards
 */
export function natsTransport(options: { settings: NatsSettings; subject: string }): OpenTransport {
  const { settings, subject } = options
  return ({ onFrame, onConnected, onGap, onDisconnected }) => {
    const closing = new AbortController()
    const { signal } = closing
    let connection: NatsConnection | null = null
    let isConnected = false
    let forwarding: NodeJS.Timeout | undefined
    /** What was reported of the current outage. Each kind is reported once. */
    const reported = new Set<'outage' | 'login' | 'permission'>()
    /** Rejects when the connection is lost, because the client's `flush` would wait for the next one. */
    let lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {})

    const flush = (to: NatsConnection) => Promise.race([to.flush(), lost.promise])
    const ofShards = createNatsShards({ subject, onFrame, flush })

    function report(error: Error): void {
      const kind = refusalOf(error) ?? 'outage'
      if (signal.aborted || reported.has(kind) || (kind === 'outage' && reported.size > 0)) return
      reported.add(kind)
      onDisconnected(reasonOf(error, subject))
    }

    function connected(to: NatsConnection): void {
      isConnected = true
      reported.clear()
      ofShards.connected(to)
      clearTimeout(forwarding)
      // Until then, recovery may have missed what other servers of a cluster did not forward.
      forwarding = setTimeout(onGap, forwardingMs).unref()
      onConnected()
    }

    function disconnected(reason: Error): void {
      if (isConnected) report(reason)
      isConnected = false
      clearTimeout(forwarding)
      ofShards.disconnected()
      lost.reject(new Error('The bus has lost its connection'))
      lost = Promise.withResolvers()
      lost.promise.catch(() => {})
    }

    /**
     * Waits until the server has the subscription: recovery would miss messages before that. Without a permission, the server drops messages and reports
     * each of them, so every kind is tried once with empty messages, which receivers ignore.
     */
    async function prepare(to: NatsConnection): Promise<void> {
      const shard = ofShards.subjectOf('check')
      to.subscribe(shard, { callback: () => {} }).unsubscribe()
      to.publish(subject)
      to.publish(shard)
      await flush(to)
      // `watch` receives a refusal, which came before the confirmation, in a later microtask.
      await setImmediate()
      if (!to.isClosed()) connected(to)
    }

    async function watch(opened: NatsConnection): Promise<void> {
      for await (const status of opened.status()) {
        // Fails if the connection is lost again, which is the next status.
        if (status.type === 'reconnect') void prepare(opened).catch(() => {})
        else if (status.type === 'disconnect') disconnected(new Error(status.type))
        else if (status.type === 'error' && refusalOf(status.error) !== null) {
          disconnected(status.error)
          report(status.error)
          // The client reconnects after a refused login; a permission is tried again on a new connection.
          if (status.error.name === 'PermissionViolationError') await opened.close()
        }
      }
    }

    async function open(): Promise<void> {
      // Loaded only if NATS is configured.
      const { connect } = await import('@nats-io/transport-node')
      const opened = await connect({ ...connectionOptions, ...serverOptions(settings) })
      try {
        if (signal.aborted) return
        connection = opened
        opened.subscribe(subject, {
          callback: (error, message) => {
            if (error === null && message.data.length > 0) onFrame(message.string())
          },
        })
        const watching = watch(opened)
        await prepare(opened)
        await watching
      } finally {
        // A connection that is lost before the flush would otherwise come back beside its successor.
        await opened.close()
      }
    }

    /** Retries until connected; the client reconnects by itself later, unless a permission was refused. */
    async function run(): Promise<void> {
      while (!signal.aborted) {
        await open().catch(report)
        const delayMs = retryDelayMs * (0.5 + Math.random())
        if (!signal.aborted) await delay(delayMs, null, { signal, ref: false }).catch(() => null)
      }
    }

    const running = run()
    return {
      get maxFrameBytes() {
        return Math.min(preferredFrameBytes, connection?.info?.max_payload ?? preferredFrameBytes)
      },
      shards: ofShards.shards,
      async send(frames, sharded = []) {
        // During an outage the client would buffer frames without a limit.
        if (connection === null || !isConnected) throw new Error('The bus is not connected')
        for (const frame of frames) connection.publish(subject, frame)
        // After the short forms: a process that subscribes in between receives at least one of both.
        for (const { shard, text } of sharded) connection.publish(ofShards.subjectOf(shard), text)
        await flush(connection)
      },
      async close() {
        closing.abort()
        // A closed connection leaves a flush waiting.
        disconnected(new Error('closed'))
        await connection?.close()
        await running
      },
    }
  }
}
