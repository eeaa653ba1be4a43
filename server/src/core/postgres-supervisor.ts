import { setTimeout } from 'node:timers/promises'
import { startServer, type PostgresServer, type ServerOptions } from './postgres-server.ts'

/** Before each restart in a row. The first one follows at once: nothing is lost but open transactions. */
const restartDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, 15_000]
/** A server that ran this long was started successfully: the next restart counts as the first. */
const stableAfterMs = 10_000

/**
 * Starts the server, and starts it again on the same port whenever it ends by itself: killed, out of memory, or stopped by
 * a full disk.
 * @param supervision.onLost called once, with one line, after the last restart in a row has failed
 * @throws {StartError} from the first start
 */
export async function superviseServer(
  options: ServerOptions,
  supervision: { onLost: (reason: string) => void; delaysMs?: readonly number[] },
): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const { home, log } = options
  const delaysMs = supervision.delaysMs ?? restartDelaysMs
  const stopping = new AbortController()
  let server = await startServer(options)
  const watching = watch()

  async function watch(): Promise<void> {
    let restarts = 0
    let startedAt = performance.now()
    for (;;) {
      const how = await server.ended
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt >= stableAfterMs) restarts = 0
      log.warn(`The embedded PostgreSQL has ended (${how}) and is started again. Its log is ${home.log}`)
      for (let running = false; !running;) {
        const delayMs = delaysMs[restarts]
        if (delayMs === undefined) {
          return supervision.onLost(
            `The embedded PostgreSQL has ended and could not be started again, in ${restarts} attempts. Its log is ${home.log}`,
          )
        }
        restarts += 1
        // Aborted by a stop, which the check below handles.
        await setTimeout(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        running = await restart()
      }
      if (stopping.signal.aborted) return
      startedAt = performance.now()
    }
  }

  async function restart(): Promise<boolean> {
    try {
      server = await startServer({ ...options, samePort: true })
      log.info('The embedded PostgreSQL runs again')
      return true
    } catch (error) {
      log.warn(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  return {
    url: server.url,
    async stop() {
      stopping.abort()
      // A start in progress ends first, so that its server is stopped too.
      const current = server
      await current.stop()
      await watching
      if (server !== current) await server.stop()
    },
  }
}
