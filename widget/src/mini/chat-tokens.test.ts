import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChatTokens, type Leaving } from './chat-tokens.ts'
import type { SignInResult } from './sign-in.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const token: SignInResult = { kind: 'token', token: 'second' }
const unreachable: SignInResult = { kind: 'unreachable' }
const key = { jkt: 'key' }

/** @param results of the next requests; the last one of all further ones */
function setUp(results: SignInResult[], first: { token: string; jkt: string } | null = null) {
  const left: Leaving[] = []
  const requests: string[] = []
  const menu = { isSignedOut: false }
  const tokens = createChatTokens({
    first,
    isSignedOut: () => menu.isSignedOut,
    leave: (why) => left.push(why),
    async request(jkt) {
      requests.push(jkt)
      return results[Math.min(requests.length, results.length) - 1] as SignInResult
    },
  })
  async function getToken(): Promise<string | null> {
    const got = tokens.getToken(key)
    await vi.advanceTimersByTimeAsync(9_500)
    return got
  }
  return { tokens, menu, left, requests, getToken }
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
  const { left, getToken } = setUp([unreachable, unreachable, token])
  expect(await getToken()).toBe('second')
  expect(left).toEqual([])
})

it('says that the service cannot be reached instead of opening a visitor’s chat, before the chat stops waiting', async () => {
  const { left, getToken } = setUp([unreachable])
  expect(await getToken()).toBeNull()
  expect(left).toEqual(['offline'])
})

it('keeps the chat of a member while the service cannot be reached, and says so when the token has expired', async () => {
  const { tokens, left, getToken } = setUp([token, unreachable])
  await getToken()
  tokens.loggedIn()
  expect(await getToken()).toBeNull()
  expect(left).toEqual([])
  tokens.loggedOut()
  expect(left).toEqual(['offline'])
})

it('says that a member has signed out', async () => {
  const { tokens, left, getToken } = setUp([unreachable, token])
  await getToken()
  tokens.loggedIn()
  tokens.loggedOut()
  expect(left).toEqual(['signedOut'])
})

it('says that a member has signed out in the menu, also while no new token can be fetched', async () => {
  const { tokens, menu, left, getToken } = setUp([token, unreachable])
  await getToken()
  tokens.loggedIn()
  await getToken()
  menu.isSignedOut = true
  tokens.loggedOut()
  expect(left).toEqual(['signedOut'])
})

it('does not repeat a request that the service has refused', async () => {
  const { left, requests, getToken } = setUp([{ kind: 'refused', reason: 'closed' }])
  expect(await getToken()).toBeNull()
  expect(left).toEqual(['closed'])
  expect(requests).toHaveLength(1)
})
