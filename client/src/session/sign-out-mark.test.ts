import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { describe, expect, test, vi } from 'vitest'
import { isReady, useLoginSite } from '../testing/login-fixture.ts'
import { until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

describe('a sign-out', () => {
  test('deletes the stored token although the token provider cannot be loaded', async () => {
    const first = await site.open()
    site.isChunkMissing = true
    const session = await site.turnPage(first, null)
    site.signedIn = null
    session.logout()
    await until(() => isReady(session) && site.savedLogin.get() === undefined)
    site.isChunkMissing = false
    expect((await site.turnPage(session)).identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(2)
  })

  test('stays recorded until the stored token is deleted, which is then not used', async () => {
    let session = await site.open()
    const blocked = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The browser aborted a write', 'AbortError')
    })
    site.signedIn = null
    session.logout()
    await until(() => isReady(session))
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe('out')
    blocked.mockRestore()
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe(undefined)
    expect(site.asked).toHaveLength(2)
  })

  test('on another page is not undone by a token that was requested before', async () => {
    let answer: (() => void) | undefined
    const session = site.start(
      (request) => new Promise((resolve) => (answer = () => resolve(site.getToken(request)))),
    )
    await until(() => answer !== undefined)
    site.savedLogin.set('out')
    answer?.()
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe('out')
  })
})
