import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../core/app-error.ts'
import type { SocketSession } from './socket-session.ts'

/**
 * Handlers by method; `params` have the schema's form when they are called. `in out` spares the compiler from comparing the
 * static types of all schemas to find the variance, which took a third of the server's type check.
 */
export type Handlers<in out Commands extends Record<string, TSchema>, in out Context> = {
  [M in keyof Commands]: (session: SocketSession<Context>, params: Static<Commands[M]>) => unknown
}

export interface CommandTable<Context> {
  /** undefined: no such method. Throws AppError invalid_request when the params are of a wrong form. */
  find(method: string): ((session: SocketSession<Context>, params: unknown) => unknown) | undefined
}

/** Joins the commands that the protocol names with the handlers of the features; a forgotten one does not compile. */
export function commandTable<Commands extends Record<string, TSchema>, Context>(
  commands: Commands,
  handlers: Handlers<Commands, Context>,
): CommandTable<Context> {
  const table = new Map<string, (session: SocketSession<Context>, params: unknown) => unknown>()
  for (const [method, schema] of Object.entries(commands)) {
    const validator = Compile(schema)
    const handle = handlers[method] as (session: SocketSession<Context>, params: unknown) => unknown
    table.set(method, (session, params) => {
      if (!validator.Check(params)) throw invalidParams(validator.Errors(params))
      return handle(session, params)
    })
  }
  return { find: (method) => table.get(method) }
}

/** Names the first wrong place, never its content. */
function invalidParams(errors: Iterable<{ instancePath: string; message: string }>): AppError {
  const [first] = errors
  return new AppError('invalid_request', {
    detail: `params${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim(),
  })
}
