import type { Http } from './http.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

/** `/healthz`, `/readyz`, `/metrics`, and the duration of every request by route. */
export function operationRoutes(http: Http, deps: { readiness: Readiness; metrics: Metrics }): void {
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  // Not ready while stopping: a load balancer sends new visitors elsewhere.
  http.get('/readyz', { schema: { hide: true } }, async (request) => {
    await deps.readiness.check(request.socket.remoteAddress ?? '')
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
