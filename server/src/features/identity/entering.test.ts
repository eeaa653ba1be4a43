import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEntering } from './entering.ts'

test('the response to connect never has an older team status than one that was sent to the socket before', async () => {
  const received: string[] = []
  const principal = { organization_id: 'o', provider_id: 'p', jkt: 'k', identity: 'visitor:k', member: null }
  const session = {
    closed: false,
    context: { connection: { state: 'handshake' }, optedOut: false, leave: [] },
  }
  const enter = createEntering({
    fanOut: { awaitCustomer: () => () => {} },
    visitorKey: () => 'p visitor:k',
    arrive: async () => {},
    async team() {
      // Changes are sent in a later turn than that in which they are read.
      setImmediate(() => received.push('change'))
      return { online: false }
    },
    callOffering: async () => null,
    asksForRatings: async () => false,
    collectsContext: async () => false,
    // PostgreSQL answers in a later turn.
    recheck: () => nextTurn(),
  } as never)
  const { team } = await enter(session as never, principal as never, {})
  received.push('response')
  await nextTurn()
  expect(team).toEqual({ online: false })
  expect(received).toEqual(['response', 'change'])
})
