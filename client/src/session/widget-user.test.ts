import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { describe, expect, test } from 'vitest'
import { isReady, said, say, texts, useLoginSite } from '../testing/login-fixture.ts'
import { makeToken } from '../testing/socket-tokens.ts'
import { until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

/** The site's user is somebody else, and the page says so. */
const become = (user: string | null) => Object.assign(site, { signedIn: user, user })

describe('a page that names its user', () => {
  test('after an account switch is not given the member of the page before', async () => {
    become('mira')
    let session = await site.open()
    await say(session, 'as Mira')
    become('jonas')
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('custom jonas')
    expect(texts(session)).toEqual([])
    await say(session, 'as Jonas')
    expect(said(site.server.memberLog('mira'))).toEqual(['as Mira'])
    expect(said(site.server.memberLog('jonas'))).toEqual(['as Jonas'])
    expect(site.asked).toHaveLength(2)
  })

  test('never shows the member of the page before, not even before the connection', async () => {
    become('mira')
    const first = await site.open()
    become('jonas')
    first.close()
    const session = site.start()
    expect(session.identity.get()).toBe(null)
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('custom jonas')
  })

  test('who has not changed is not asked for another token', async () => {
    become('mira')
    await site.turnPage(await site.turnPage(await site.open()))
    expect(site.asked).toHaveLength(1)
  })

  test('switches a live chat at once, and sends nothing more as the previous member', async () => {
    become('mira')
    const session = await site.open()
    await say(session, 'as Mira')
    become('jonas')
    session.signIn()
    expect(texts(session)).toEqual([])
    expect(session.member.get()).toBe(null)
    session.send({ content: 'as Jonas' })
    await until(() => isReady(session) && texts(session).includes('as Jonas'))
    expect(session.identity.get()).toBe('custom jonas')
    expect(said(site.server.memberLog('mira'))).toEqual(['as Mira'])
    expect(said(site.server.memberLog('jonas'))).toEqual(['as Jonas'])
  })

  test('is not asked again when it names the member of the chat', async () => {
    const session = await site.open()
    site.user = 'ada'
    session.signIn()
    expect(isReady(session)).toBe(true)
    expect(site.asked).toHaveLength(1)
  })

  test('discards a token that was requested for the previous user', async () => {
    let answer: ((token: string) => void) | undefined
    site.user = 'mira'
    const session = site.start(() =>
      answer === undefined
        ? new Promise((resolve) => (answer = resolve))
        : makeToken('jonas', site.server.now()),
    )
    await until(() => answer !== undefined)
    site.user = 'jonas'
    session.signIn()
    answer?.(makeToken('mira', site.server.now()))
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('custom jonas')
    expect(site.problems).toEqual([])
    expect(site.server.memberLog('mira').end).toBe(0)
  })

  test('whose getToken returns somebody else’s token stays a visitor, and is told', async () => {
    site.user = 'jonas'
    const session = await site.open()
    expect(session.identity.get()).toBe('visitor')
    expect(site.problems).toEqual([{ code: 'get_token_other_user' }])
  })

  test('says that nobody is signed in: the member of the page before is signed out, without a question', async () => {
    become('mira')
    let session = await site.open()
    become(null)
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
    // The token is gone: the same member is asked for anew.
    become('mira')
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('custom mira')
    expect(site.asked).toHaveLength(2)
    become(null)
    session.signIn()
    expect(session.identity.get()).toBe('visitor')
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
  })
})
