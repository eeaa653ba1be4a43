import pg from 'pg'
import type { Logger } from '../../core/logger.ts'
import { createThrottle } from '../../core/throttle.ts'

/**
 * Notifies the webhook workers that a delivery is due. Within a process this is a call. Other processes are notified by
 * NOTIFY, after the commit and at most every 20 ms: inside the transactions it would serialize their commits. A lost
 * notification costs a second, the worker's polling interval.
 */

const channel = 'parley_deliveries'
const notifyIntervalMs = 20

/** For processes without a worker. */
export function createAnnouncer(pool: pg.Pool): { wake: () => void; close: () => void } {
  const notify = createThrottle(() => void pool.query(`notify ${channel}`).catch(() => {}), notifyIntervalMs)
  return { wake: notify.trigger, close: notify.close }
}

/** Calls `onNotification` for each notification until stopped. Reconnects when the connection is lost. */
export function listenForDue(
  databaseUrl: string,
  onNotification: () => void,
  logger: Logger,
): { stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let connecting = connect()

  async function connect(): Promise<void> {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'parley deliveries',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client = connection
    connection.on('error', () => {})
    connection.on('notification', onNotification)
    connection.once('end', reconnect)
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
      // There may have been notifications while nobody listened.
      onNotification()
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'webhooks: listen')
      await connection.end().catch(() => {})
      reconnect()
    }
  }

  function reconnect(): void {
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = null
      connecting = connect()
    }, 1000)
  }

  return {
    async stop() {
      stopped = true
      if (retry) clearTimeout(retry)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
