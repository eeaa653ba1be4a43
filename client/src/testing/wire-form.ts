import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { FakeServer } from './fake-server.ts'

/**
 * What the client said that the protocol does not allow.
 *
 * @param commands the protocol's own schemas; tests hand them over, for the client itself never imports them
 */
export function wrongRequests(server: FakeServer, commands: Readonly<Record<string, TSchema>>): unknown[] {
  return server.received.filter(({ method, params }) => {
    const schema = commands[method]
    return !schema || !Check(schema, params)
  })
}
