import type fastJsonStringify from 'fast-json-stringify'
import type { FastifyRequest, FastifySerializerCompiler } from 'fastify'
import { lazy, lazyLoad } from './lazy.ts'

let compile: typeof fastJsonStringify | undefined

/** With ajv, which it uses, a twelfth of the program. */
const loadCompiler = lazyLoad(async () => {
  compile = (await import('fast-json-stringify')).default
})

/** Calls `done` once the response to the request can be serialized. */
export function prepareSerialization(request: FastifyRequest, done: (error?: Error) => void): void {
  if (compile !== undefined || request.routeOptions.schema?.response === undefined) done()
  else void afterLoading(done)
}

async function afterLoading(done: (error?: Error) => void): Promise<void> {
  const failure = await loadCompiler().catch((error: Error) => error)
  done(failure ?? undefined)
}

/** Fastify's serializers, compiled by the first response instead of at start: most routes are rarely used. */
export const serializeResponses: FastifySerializerCompiler<object> = ({ schema }) => {
  const compiled = lazy(() => {
    if (compile === undefined) throw new Error('prepareSerialization was not called for this request')
    return compile(schema)
  })
  return (data) => compiled()(data)
}
