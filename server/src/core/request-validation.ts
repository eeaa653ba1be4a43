import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { lazy } from './lazy.ts'

const spellings: Record<string, { pattern: RegExp; message: string }> = {
  integer: {
    pattern: /^-?(0|[1-9]\d{0,14})$/,
    message: 'must be a whole number, written in digits alone',
  },
  boolean: { pattern: /^(true|false)$/, message: 'must be true or false' },
}

/**
 * Uses the compiler that also validates socket commands, so a schema means the same on both edges. Query strings are coerced,
 * bodies are not. The text is checked first, because coercion reads `true` as 1 and `1e2` as 100.
 */
export const validateRequests: FastifySchemaCompiler<TSchema> = (route) => {
  // Compiled by the first request, because most routes are rarely used.
  const compiled = lazy(() => Compile(route.schema))
  const validate = (input: unknown) => {
    const value = route.httpPart === 'body' ? input : Value.Convert(route.schema, input)
    return compiled().Check(value) ? { value } : { error: compiled().Errors(value) }
  }
  if (route.httpPart !== 'querystring') return validate
  const strict = Object.entries(propertiesOf(route.schema)).flatMap(([name, type]) => {
    const spelling = spellings[type]
    return spelling ? [{ name, ...spelling }] : []
  })
  return (query: Record<string, unknown>) => {
    for (const { name, pattern, message } of strict) {
      const value = query[name]
      if (typeof value === 'string' && !pattern.test(value)) {
        return { error: [{ keyword: 'type', instancePath: `/${name}`, schemaPath: '', params: {}, message }] }
      }
    }
    return validate(query)
  }
}

function propertiesOf(schema: TSchema): Record<string, string> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, String(type)]))
}
