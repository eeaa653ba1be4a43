import { setTimeout as delay } from 'node:timers/promises'
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node'
import { createNatsShards } from './nats-shards.ts'
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

/**
 * Core NATS with one subject per installation and one per shard; delivery is at most once. The client reconnects indefinitely with jitter and
 * detects dead connections with pings.
 * @param subject without wildcards
 */
export function natsTransport(options: { settings: NatsSettings; subject: string }): OpenTransport {
  const { settings, subject } = options
  return ({ onFrame, onConnected, onDisconnected }) => {
    const closing = new AbortController()
    const { signal } = closing
    let connection: NatsConnection | null = null
    let isConnected = false
    /** Rejects when the connection is lost, because the client's `flush` would wait for the next one. */
    let lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {})

    const flush = (to: NatsConnection) => Promise.race([to.flush(), lost.promise])
    const ofShards = createNatsShards({ subject, onFrame, flush })

    function connected(to: NatsConnection): void {
      isConnected = true
      ofShards.connected(to)
      onConnected()
    }

    function disconnected(reason: string): void {
      if (isConnected && !signal.aborted) onDisconnected(reason)
      isConnected = false
      ofShards.disconnected()
      lost.reject(new Error('The bus has lost its connection'))
      lost = Promise.withResolvers()
      lost.promise.catch(() => {})
    }

    /** The client reports a reconnect before the server has the subscription: recovery would miss messages in between. */
    async function reconnected(to: NatsConnection): Promise<void> {
      await flush(to)
      connected(to)
    }

    async function watch(opened: NatsConnection): Promise<void> {
      for await (const { type } of opened.status()) {
        // Fails if the connection is lost again, which is the next status.
        if (type === 'reconnect') void reconnected(opened).catch(() => {})
        else if (type === 'disconnect') disconnected(type)
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
            if (error === null) onFrame(message.string())
          },
        })
        // Waits until the server has the subscription.
        await opened.flush()
        connected(opened)
        await watch(opened)
      } finally {
        // A connection that is lost before the flush would otherwise come back beside its successor.
        await opened.close()
      }
    }

    /** Retries the first connection; the client reconnects by itself later. */
    async function run(): Promise<void> {
      for (let attempt = 0; !signal.aborted; attempt += 1) {
        await open().catch((error: unknown) => {
          if (attempt === 0 && !signal.aborted) onDisconnected((error as Error).message)
        })
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
        await connection?.close()
        await running
      },
    }
  }
}
