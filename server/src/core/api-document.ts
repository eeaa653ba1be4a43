import swagger from '@fastify/swagger'
import fastify, { type RouteOptions } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { Value } from 'typebox/value'
import { noCompilers } from './fastify-compilers.ts'

export interface DescriptionOptions {
  baseUrl: string
  /** Name of the cookie that authenticates an agent's requests. */
  sessionCookie: string
  /** Completes the description generated from the routes. */
  complete: (document: Partial<OpenAPIV3_1.Document>) => void
}

/** Generates the API's description from its routes, in a Fastify instance of its own: the service accepts no plugins once it listens. */
export async function describeRoutes(
  routes: readonly Pick<RouteOptions, 'method' | 'url' | 'schema'>[],
  { baseUrl, sessionCookie, complete }: DescriptionOptions,
): Promise<OpenAPIV3_1.Document> {
  const described = fastify({ schemaController: noCompilers })
  // Nothing is ever requested.
  described.setValidatorCompiler(() => () => true)
  described.setSerializerCompiler(() => () => '')
  await described.register(swagger, {
    transformObject(document) {
      if (!('openapiObject' in document)) return document.swaggerObject
      complete(document.openapiObject as Partial<OpenAPIV3_1.Document>)
      return document.openapiObject
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: '1',
        description:
          'Errors are RFC 9457 problems with a stable `code`. Lists return `{data, pager}`, and `pager.next` is the cursor of the next page; short lists without pages return `{data}`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
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
  for (const { method, url, schema } of routes)
    described.route({ method, url, ...(schema && { schema }), handler: async () => null })
  await described.ready()
  const document = described.swagger() as OpenAPIV3_1.Document
  markOptionalBodies(document)
  declareSecurity(document)
  await described.close()
  return document
}

/** The generator declares every body as required, but Fastify validates a missing one as null. */
function markOptionalBodies({ paths = {} }: OpenAPIV3_1.Document): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path ?? {}))) {
    const { requestBody } = operation as OpenAPIV3_1.OperationObject
    if (!requestBody || '$ref' in requestBody) continue
    const { schema } = requestBody.content['application/json'] ?? {}
    if (schema && Value.Check(schema, null)) requestBody.required = false
  }
}

/** Routes that accept API keys declare it themselves; all others require a session, unless they are public. */
function declareSecurity({ paths = {} }: OpenAPIV3_1.Document): void {
  for (const [path, item] of Object.entries(paths)) {
    const security = isPublic(path) ? [] : [{ session: [] }]
    for (const operation of Object.values(item ?? {}) as OpenAPIV3_1.OperationObject[])
      operation.security ??= security
  }
}

const isPublic = (path: string) => path.startsWith('/v1/public/') || path.startsWith('/v1/auth/sign-in/')
