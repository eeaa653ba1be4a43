import type { FastifyServerOptions } from 'fastify'

const replaced = (): never => {
  throw new Error('A schema was compiled before setValidatorCompiler and setSerializerCompiler were called')
}

/** Keeps Fastify from loading its own compilers before others are set. The bundle does not contain them. */
export const noCompilers = {
  compilersFactory: { buildValidator: () => replaced, buildSerializer: () => replaced },
} satisfies FastifyServerOptions['schemaController']
