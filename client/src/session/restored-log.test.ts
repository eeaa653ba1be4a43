import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { expect, test } from 'vitest'
import { isReady, say, texts, useLoginSite } from '../testing/login-fixture.ts'
import { until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

test('replies are unread, and reported as received and read, in a log that was restored from a backup', async () => {
  const session = await site.open(null)
  const { server, platform } = site
  await say(session, 'hello')
  const { receipts } = server.log
  const kept = server.log.entries.length
  for (const text of ['lost', 'lost too', 'lost as well', 'all of them']) server.agentWrites(text)
  await until(() => texts(session).length === 5)
  session.markRead()
  await platform.advance(300)
  expect(server.log.receipts.customer).toEqual({ delivered: 6, read: 6 })

  Object.assign(server.log, { receipts })
  server.log.entries.length = kept
  server.close(1006)
  await until(() => session.state.get().name === 'waiting')
  await platform.advance(500)
  // Refused once with the old position.
  await until(() => server.requests('connect').length === 2 && session.state.get().name === 'waiting')
  await platform.advance(500)
  await until(() => isReady(session))
  server.agentWrites('are you still there?')
  await until(() => texts(session).length === 2)
  expect(session.timeline.get().unread).toBe(1)
  await platform.advance(300)
  expect(server.log.receipts.customer).toEqual({ delivered: kept + 1, read: 0 })
  session.markRead()
  await platform.advance(300)
  expect(server.log.receipts.customer).toEqual({ delivered: kept + 1, read: kept + 1 })
})
