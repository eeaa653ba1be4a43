import pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenTransport } from './transport.ts'

/** NOTIFY accepts payloads below 8,000 bytes. */
const maxFrameBytes = 7_900
const probeIntervalMs = 3_000
/** Timeout of connects, probes and sends. */
const queryTimeoutMs = 4_000
const endTimeoutMs = 500
const reconnectDelaysMs = { min: 200, max: 5_000 }

type Query = (query: pg.QueryConfig) => Promise<unknown>

/** Named, so that it is parsed once per connection. */
const notify = {
  name: 'notify',
  text: 'select pg_notify($1, frame) from unnest($2::text[]) with ordinality as f(frame, n) order by n',
}

/** A client takes one query at a time: probes and frames wait for each other, also when one of them fails. */
function queryInTurn(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (query) => {
    const result = last.then(() => client.query(query))
    last = result.catch(() => {})
    return result
  }
}

/**
 * LISTEN and NOTIFY over one connection. Frames are sent in separate transactions after the commit that they announce,
 * because PostgreSQL takes a global lock when a transaction that notifies commits.
 * https://www.postgresql.org/docs/18/sql-notify.html
 * @param channel an identifier that needs no quoting
 */
export function postgresTransport(options: { databaseUrl: string; channel: string }): OpenTransport {
  const { databaseUrl, channel } = options
  return ({ onFrame, onConnected, onDisconnected }) => {
    const closing = new AbortController()
    const { signal } = closing
    let query: Query | null = null

    /** Opens a connection and resolves when it has ended. */
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
        const inTurn = queryInTurn(opened)
        await inTurn({ text: `listen ${channel}` })
        query = inTurn
        onConnected()
        for (;;) {
          await Promise.race([ended, delay(probeIntervalMs, null, { signal, ref: false }).catch(() => null)])
          if (signal.aborted) return
          // Throws if the connection has ended or does not respond.
          await inTurn({ text: 'select 1' })
        }
      } finally {
        query = null
        // An unresponsive server must not delay the close or the next connection.
        await Promise.race([opened.end().catch(() => {}), delay(endTimeoutMs, null, { ref: false })])
      }
    }

    async function run(): Promise<void> {
      let delayMs = reconnectDelaysMs.min
      let wasReported = false
      while (!signal.aborted) {
        const startedAt = performance.now()
        try {
          await connection()
        } catch (error) {
          if (performance.now() - startedAt > probeIntervalMs) {
            delayMs = reconnectDelaysMs.min
            wasReported = false
          }
          if (!wasReported && !signal.aborted) onDisconnected((error as Error).message)
          wasReported = true
        }
        await delay(delayMs * (0.5 + Math.random()), null, { signal, ref: false }).catch(() => null)
        delayMs = Math.min(delayMs * 2, reconnectDelaysMs.max)
      }
    }

    const running = run()
    return {
      maxFrameBytes,
      // LISTEN takes a channel, but every notification of the database wakes every listener.
      shards: null,
      async send(frames) {
        if (query === null) throw new Error('The bus is not connected')
        await query({ ...notify, values: [channel, frames] })
      },
      async close() {
        closing.abort()
        await running
      },
    }
  }
}
