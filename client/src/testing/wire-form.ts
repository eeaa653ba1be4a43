import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { FakeServer } from './fake-server.ts'

/**
 * Returns the client's frames that violate the protocol.
 *
 * @param commands schemas of the protocol, passed by tests because the client must not import them
 */
export function wrongRequests(server: FakeServer, commands: Readonly<Record<string, TSchema>>): unknown[] {
  return server.received.filter(({ method, params }) => {
    const schema = commands[method]
    return !schema || !Check(schema, params)
  })
}
