import { setTimeout } from 'node:timers/promises'
import { startServer, type PostgresServer, type ServerOptions } from './postgres-server.ts'

/** Delay before each consecutive restart. The first is immediate: only open transactions are lost. */
const restartDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, 15_000]
/** After this uptime, the next restart counts as the first. */
const stableAfterMs = 10_000

/**
 * Starts the server and restarts it on the same port whenever it exits on its own: killed, out of memory, or stopped by a
 * full disk.
 * @param supervision.onLost called once, with a reason of one line, after the last consecutive restart has failed
 * @throws {StartError} if the first start fails
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
        // `stop` aborts the delay; the check below handles it.
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
      // A restart in progress finishes first, so that its server is stopped, too.
      const current = server
      await current.stop()
      await watching
      if (server !== current) await server.stop()
    },
  }
}
