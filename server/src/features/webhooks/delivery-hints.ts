import pg from 'pg'
import type { Logger } from '../../core/logger.ts'

/**
 * A word that something is due, from whoever committed it to whoever sends. In the same process it is a call. Another
 * process hears it by NOTIFY, said after the commit on its own and at most every 20 ms: inside the transaction it
 * would make all of them commit one after the other. A word that is lost costs a worker's next look, a second.
 */

const channel = 'parley_deliveries'
const saidEvery = 20

/** For a process without a worker. */
export function createAnnouncer(pool: pg.Pool): { wake: () => void; close: () => void } {
  let resting: NodeJS.Timeout | null = null
  let again = false
  function wake(): void {
    if (resting) {
      again = true
      return
    }
    again = false
    resting = setTimeout(() => {
      resting = null
      if (again) wake()
    }, saidEvery).unref()
    pool.query(`notify ${channel}`).catch(() => {})
  }
  return {
    wake,
    close() {
      if (resting) clearTimeout(resting)
    },
  }
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
