import swagger from '@fastify/swagger'
import type { OpenAPIV3_1 } from 'openapi-types'
import { serveApiReference } from './api-reference.ts'
import type { Http } from './http.ts'

/** `/v1/openapi.json` from the schemas of the routes, and `/v1/reference` to read it. To be called before the routes. */
export async function describeApi(
  http: Http,
  baseUrl: string,
  /** Completes the description generated from the routes. */
  complete: (document: Partial<OpenAPIV3_1.Document>) => void,
): Promise<void> {
  await http.register(swagger, {
    transformObject(described) {
      if (!('openapiObject' in described)) return described.swaggerObject
      complete(described.openapiObject as Partial<OpenAPIV3_1.Document>)
      return described.openapiObject
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: '1',
        description:
          'Errors are RFC 9457 problems with a stable `code`. Lists return `{data, pager}`; `pager.next` is the cursor of the next page.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'parley.session_token' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key of the organization (`plk_...`), created by an admin in the panel. It gives access to the endpoints of its scopes only.',
          },
        },
      },
    },
  })
  http.get('/v1/openapi.json', { schema: { hide: true } }, async () => http.swagger())
  serveApiReference(http)
}
