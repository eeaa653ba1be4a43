import { noCompilers } from './fastify-compilers.ts'
import type { Http } from './http.ts'
import { lazyLoad } from './lazy.ts'

/**
 * `/v1/reference`: the API reference as a page. Its package holds 17 MB of script in memory, so it is loaded by the first
 * request, into a Fastify instance of its own: the service accepts no plugins once it listens.
 */
export function serveApiReference(http: Http): void {
  const loaded = lazyLoad(loadReference)
  const options = { schema: { hide: true } } as const

  for (const route of ['/v1/reference', '/v1/reference/*'])
    http.get(route, options, async (request, reply) => {
      const pages = await loaded()
      const page = await pages.inject({ method: 'GET', url: request.url })
      return reply.code(page.statusCode).headers(page.headers).send(page.rawPayload)
    })
}

async function loadReference() {
  const [{ default: fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const pages = fastify({ schemaController: noCompilers })
  await pages.register(reference, {
    routePrefix: '/v1/reference',
    configuration: {
      url: '/v1/openapi.json',
      title: 'Parley API',
      telemetry: false,
      withDefaultFonts: false,
    },
  })
  await pages.ready()
  return pages
}
