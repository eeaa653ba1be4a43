import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { lazy } from './lazy.ts'

/** Fastify's serializers, compiled by the first response instead of at start: most routes are rarely used. */
export const serializeResponses: FastifySerializerCompiler<object> = ({ schema }) => {
  const compiled = lazy(() => fastJsonStringify(schema))
  return (data) => compiled()(data)
}
