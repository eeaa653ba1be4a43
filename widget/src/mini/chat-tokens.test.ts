import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChatTokens, type CloseReason } from './chat-tokens.ts'
import type { SignInResult } from './sign-in.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const token: SignInResult = { kind: 'token', token: 'second' }
const unreachable: SignInResult = { kind: 'unreachable' }
const key = { jkt: 'key' }

/** @param results of the next requests; the last one of all further ones */
function setUp(results: SignInResult[], first: { token: string; jkt: string } | null = null) {
  const closed: CloseReason[] = []
  const requests: string[] = []
  const menu = { isSignedOut: false }
  const tokens = createChatTokens({
    first,
    isSignedOut: () => menu.isSignedOut,
    close: (reason) => closed.push(reason),
    async request(jkt) {
      requests.push(jkt)
      return results[Math.min(requests.length, results.length) - 1] as SignInResult
    },
  })
  async function getToken(): Promise<string | null | Error> {
    const got = tokens.getToken(key).catch((error: Error) => error)
    await vi.advanceTimersByTimeAsync(9_500)
    return got
  }
  return { tokens, menu, closed, requests, getToken }
}

it('uses the token of the sign-in for a minute, with its key only', async () => {
  const mine = setUp([token], { token: 'first', jkt: key.jkt })
  expect(await mine.getToken()).toBe('first')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await mine.getToken()).toBe('second')
  const other = setUp([token], { token: 'first', jkt: 'other' })
  expect(await other.getToken()).toBe('second')
})

it('asks again while the service cannot be reached', async () => {
  const { closed, getToken } = setUp([unreachable, unreachable, token])
  expect(await getToken()).toBe('second')
  expect(closed).toEqual([])
})

it('closes with `offline` before `getToken` times out, so that no visitor’s chat opens', async () => {
  const { closed, getToken } = setUp([unreachable])
  expect(await getToken()).toBeNull()
  expect(closed).toEqual(['offline'])
})

it('keeps the chat of a member while the service cannot be reached, and says so when the token has expired', async () => {
  const { tokens, closed, getToken } = setUp([token, unreachable])
  await getToken()
  tokens.loggedIn()
  // null would mean that nobody is signed in.
  expect(await getToken()).toEqual(new Error('offline'))
  expect(closed).toEqual([])
  tokens.loggedOut()
  expect(closed).toEqual(['offline'])
})

it('says that a member has signed out', async () => {
  const { tokens, closed, getToken } = setUp([unreachable, token])
  await getToken()
  tokens.loggedIn()
  tokens.loggedOut()
  expect(closed).toEqual(['signedOut'])
})

it('says that a member has signed out in the menu, also while no new token can be fetched', async () => {
  const { tokens, menu, closed, getToken } = setUp([token, unreachable])
  await getToken()
  tokens.loggedIn()
  await getToken()
  menu.isSignedOut = true
  tokens.loggedOut()
  expect(closed).toEqual(['signedOut'])
})

it('does not repeat a request that the service has refused', async () => {
  const { closed, requests, getToken } = setUp([{ kind: 'refused', reason: 'closed' }])
  expect(await getToken()).toBeNull()
  expect(closed).toEqual(['closed'])
  expect(requests).toHaveLength(1)
})
