import type { RouteOptions } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { DescriptionOptions } from './api-document.ts'
import { serveApiReference } from './api-reference.ts'
import type { Http } from './http.ts'
import { lazyLoad } from './lazy.ts'

/**
 * `/v1/openapi.json` from the schemas of the routes, and `/v1/reference` to read it. To be called before the routes. The generator
 * is loaded by the first request. Returns the description.
 */
export function describeApi(http: Http, options: DescriptionOptions): () => Promise<OpenAPIV3_1.Document> {
  const routes: Pick<RouteOptions, 'method' | 'url' | 'schema'>[] = []
  http.addHook('onRoute', ({ method, url, schema }) => {
    // Fastify adds a HEAD route to each GET route.
    if (method !== 'HEAD') routes.push({ method, url, ...(schema && { schema }) })
  })
  const described = lazyLoad(async () => {
    const { describeRoutes } = await import('./api-document.ts')
    return describeRoutes(routes, options)
  })
  http.get('/v1/openapi.json', { schema: { hide: true } }, described)
  serveApiReference(http)
  return described
}
