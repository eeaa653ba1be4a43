import type pg from 'pg'
import { AppError } from './app-error.ts'
import type { Http } from './http.ts'
import type { Metrics } from './metrics.ts'

/** `/healthz`, `/readyz`, `/metrics`, and the duration of every request by route. */
export function operationRoutes(
  http: Http,
  deps: { pool: pg.Pool; metrics: Metrics; isStopping: () => boolean },
): void {
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  // Not ready while stopping: a load balancer sends new visitors elsewhere.
  http.get('/readyz', { schema: { hide: true } }, async () => {
    if (deps.isStopping()) throw new AppError('unavailable')
    try {
      await deps.pool.query('select 1')
    } catch (cause) {
      throw new AppError('unavailable', { detail: 'The database does not answer.', cause })
    }
    return { status: 'ready' }
  })

  http.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(deps.metrics.registry.contentType)
    return deps.metrics.registry.metrics()
  })

  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    deps.metrics.requests.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}
