import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { expect, test } from 'vitest'
import { isReady, say, useLoginSite } from '../testing/login-fixture.ts'
import { makeToken } from '../testing/socket-tokens.ts'
import { settle, until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

test('a reconnect does not call getToken for a visitor who is not idle, and the next one signs them in', async () => {
  site.user = 'mira'
  const session = await site.open((request) => {
    if (site.asked.length === 0) {
      site.asked.push(request.jkt)
      throw new Error('502')
    }
    return site.getToken(request)
  })
  await say(session, 'as a visitor')
  site.signedIn = 'mira'
  site.isIdle = false
  await site.reconnect(session)
  expect(session.identity.get()).toBe('visitor')
  expect(site.asked).toHaveLength(1)
  site.isIdle = true
  await site.reconnect(session)
  expect(session.identity.get()).toBe('custom mira')
  expect(site.asked).toHaveLength(2)
})

test('a visitor who begins to write while a reconnect waits for getToken stays the visitor', async () => {
  const answers: ((token: string | null) => void)[] = []
  site.user = 'mira'
  const session = site.start(() => new Promise((resolve) => answers.push(resolve)))
  await until(() => answers.length === 1)
  answers[0]?.(null)
  await until(() => isReady(session))
  site.server.close(1006)
  await until(() => !isReady(session))
  await site.platform.advance(1_000)
  await until(() => answers.length === 2)
  site.isIdle = false
  answers[1]?.(makeToken('mira', site.server.now()))
  await until(() => isReady(session))
  expect(session.identity.get()).toBe('visitor')
  site.isIdle = true
  await site.reconnect(session)
  expect(session.identity.get()).toBe('custom mira')
  expect(answers).toHaveLength(2)
})

test.each([
  ['page', 'mira'],
  ['page', undefined],
  ['site’s other tab', 'mira'],
] as const)('a sign-in by the %s (user: %s) does not wait for an idle visitor', async (by, user) => {
  site.user = user
  site.signedIn = null
  const session = await site.open()
  await site.reconnect(session)
  site.signedIn = 'mira'
  site.isIdle = false
  if (by === 'page') session.signIn()
  else await site.open()
  await until(() => session.identity.get() === 'custom mira' && isReady(session))
})

test('another tab does not follow a visitor whom a reconnect signs in, because it may not be idle', async () => {
  site.user = 'mira'
  site.signedIn = null
  const other = await site.open(undefined, () => false)
  const session = await site.open()
  site.signedIn = 'mira'
  await site.reconnect(session)
  expect(session.identity.get()).toBe('custom mira')
  await site.platform.advance(5_000)
  await until(() => isReady(other))
  await settle()
  expect(other.identity.get()).toBe('visitor')
})
