import pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenTransport } from './transport.ts'

/** NOTIFY accepts payloads below 8,000 bytes. */
const maxFrameBytes = 7_900
const probeIntervalMs = 3_000
/** Also of a send: a server that does not answer for so long is gone. */
const queryTimeoutMs = 4_000
const endTimeoutMs = 500
const reconnectDelaysMs = { min: 200, max: 5_000 }

/**
 * LISTEN and NOTIFY over one connection. Frames are sent in transactions of their own, after the commit of what they
 * announce: PostgreSQL takes a global lock for the commit of a transaction that notifies.
 * https://www.postgresql.org/docs/18/sql-notify.html
 * @param channel an identifier that needs no quotes
 */
export function postgresTransport(options: { databaseUrl: string; channel: string }): OpenTransport {
  const { databaseUrl, channel } = options
  return ({ onFrame, onConnected, onDisconnected }) => {
    const closing = new AbortController()
    const { signal } = closing
    let client: pg.Client | null = null

    /** Resolves when the connection has ended. */
    async function connection(): Promise<void> {
      const opened = new pg.Client({
        connectionString: databaseUrl,
        application_name: 'parley bus',
        keepAlive: true,
        connectionTimeoutMillis: queryTimeoutMs,
        query_timeout: queryTimeoutMs,
      })
      const ended = new Promise<void>((resolve) => opened.once('end', resolve))
      opened.on('error', () => {})
      opened.on('notification', ({ payload }) => {
        if (payload !== undefined) onFrame(payload)
      })
      try {
        await opened.connect()
        await opened.query(`listen ${channel}`)
        client = opened
        onConnected()
        for (;;) {
          await Promise.race([ended, delay(probeIntervalMs, null, { signal, ref: false }).catch(() => null)])
          if (signal.aborted) return
          // Finds a connection that has ended or does not answer.
          await opened.query('select 1')
        }
      } finally {
        client = null
        // A server that does not answer would hold up a stop and the next connection.
        await Promise.race([opened.end().catch(() => {}), delay(endTimeoutMs, null, { ref: false })])
      }
    }

    async function run(): Promise<void> {
      let delayMs = reconnectDelaysMs.min
      let isReported = false
      while (!signal.aborted) {
        const startedAt = performance.now()
        try {
          await connection()
        } catch (error) {
          if (performance.now() - startedAt > probeIntervalMs) {
            delayMs = reconnectDelaysMs.min
            isReported = false
          }
          if (!isReported && !signal.aborted) onDisconnected((error as Error).message)
          isReported = true
        }
        await delay(delayMs * (0.5 + Math.random()), null, { signal, ref: false }).catch(() => null)
        delayMs = Math.min(delayMs * 2, reconnectDelaysMs.max)
      }
    }

    const running = run()
    return {
      maxFrameBytes,
      async send(frames) {
        if (client === null) throw new Error('The bus is not connected')
        await client.query(
          'select pg_notify($1, frame) from unnest($2::text[]) with ordinality as f(frame, n) order by n',
          [channel, frames],
        )
      },
      async close() {
        closing.abort()
        await running
      },
    }
  }
}
