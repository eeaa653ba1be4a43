import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../core/app-error.ts'
import { lazy } from '../core/lazy.ts'
import type { CommandTable, Handler } from './socket-session.ts'

/**
 * method -> handler. `params` were validated against the method's schema. `in out` spares the compiler from comparing the static
 * types of all schemas to find the variance.
 */
export type Handlers<in out Commands extends { [M in keyof Commands]: TSchema }, in out Context> = {
  [M in keyof Commands]: Handler<Context, Static<Commands[M]>>
}

/** The protocol's commands with their handlers; a missing handler does not compile. */
export function commandTable<Commands extends { [M in keyof Commands]: TSchema }, Context>(
  commands: Commands,
  handlers: Handlers<Commands, Context>,
): CommandTable<Context> {
  const table = new Map<string, Handler<Context, unknown>>()
  for (const method in commands) table.set(method, validated(commands[method], handlers[method]))
  return { find: (method) => table.get(method) }
}

function validated<Schema extends TSchema, Context>(
  schema: Schema,
  handle: Handler<Context, Static<Schema>>,
): Handler<Context, unknown> {
  const compiled = lazy(() => Compile(schema))
  return (session, params) => {
    const validator = compiled()
    if (!validator.Check(params)) throw invalidParams(validator.Errors(params))
    return handle(session, params)
  }
}

/** Names the first invalid member, never its value. */
function invalidParams(errors: Iterable<{ instancePath: string; message: string }>): AppError {
  const [first] = errors
  return new AppError('invalid_request', {
    detail: `params${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim(),
  })
}
