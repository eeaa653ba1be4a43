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

/** For a process without a worker. */
export function createAnnouncer(pool: pg.Pool): { wake: () => void; close: () => void } {
  const notify = createThrottle(() => void pool.query(`notify ${channel}`).catch(() => {}), notifyIntervalMs)
  return { wake: notify.trigger, close: notify.close }
}

/** Listens until it is told to stop; a connection that breaks is made again. */
export function listenForDue(
  databaseUrl: string,
  onWord: () => void,
  logger: Logger,
): { stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let connecting = connect()

  async function connect(): Promise<void> {
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'parley deliveries',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client = own
    own.on('error', () => {})
    own.on('notification', onWord)
    own.once('end', again)
    try {
      await own.connect()
      await own.query(`listen ${channel}`)
      // What was said while nobody listened.
      onWord()
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'webhooks: listen')
      await own.end().catch(() => {})
      again()
    }
  }

  function again(): void {
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
