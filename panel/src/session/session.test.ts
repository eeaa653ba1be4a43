import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Me } from '@parley/protocol/agent'
import { draftsQuery } from '../queries/draft-queries.ts'
import { meQuery } from '../queries/organization-queries.ts'
import { firstOrganization, forgetFormerUser, leaveEndedSession, rememberOrganization } from './session.ts'

const me = (...ids: string[]): Me => ({
  user: { id: 'u', name: 'Dana', email: 'dana@example.com', email_unconfirmed: false },
  memberships: ids.map((id) => ({ agent_id: `a-${id}`, role: 'agent', organization: { id, name: id } })),
  demo_shop: false,
})

function withStorage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

test('the last organization is opened first', () => {
  withStorage()
  rememberOrganization('b')
  expect(firstOrganization(me('a', 'b'))).toBe('b')
})

test('an organization without membership is not opened', () => {
  withStorage()
  rememberOrganization('gone')
  expect(firstOrganization(me('a', 'b'))).toBe('a')
  expect(firstOrganization(me())).toBeUndefined()
})

test('blocked storage falls back to the first organization', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  rememberOrganization('b')
  expect(firstOrganization(me('a', 'b'))).toBe('a')
})

/** A cache with the drafts of Dana. */
function cacheOfDana() {
  const queryClient = new QueryClient()
  forgetFormerUser(queryClient)
  queryClient.setQueryData(meQuery.queryKey, me('a'))
  const { queryKey } = draftsQuery('a')
  queryClient.setQueryData(queryKey, [])
  return { queryClient, drafts: () => queryClient.getQueryData(queryKey) }
}

test('after a session has ended, nothing of it stays in memory once the sign-in page is open', async () => {
  const { queryClient, drafts } = cacheOfDana()
  let isInside = true
  await leaveEndedSession(queryClient, {
    isInside: () => isInside,
    async toSignIn() {
      expect(queryClient.getQueryData(meQuery.queryKey)).toBeUndefined()
      // Pages that are still open would load it again.
      expect(drafts()).toEqual([])
      isInside = false
    },
  })
  expect(drafts()).toBeUndefined()
})

test('a page that opens again because another tab has signed in keeps its data', async () => {
  const { queryClient, drafts } = cacheOfDana()
  await leaveEndedSession(queryClient, { isInside: () => true, toSignIn: async () => {} })
  queryClient.setQueryData(meQuery.queryKey, me('a'))
  expect(drafts()).toEqual([])
})

test('when another user has signed in, also in another tab, the data of the former one is cleared', () => {
  const { queryClient, drafts } = cacheOfDana()
  queryClient.setQueryData(meQuery.queryKey, { ...me('a'), memberships: [] })
  expect(drafts()).toEqual([])
  queryClient.removeQueries({ queryKey: meQuery.queryKey })
  const carl = {
    ...me('a'),
    user: { id: 'carl', name: 'Carl', email: 'carl@example.com', email_unconfirmed: false },
  }
  queryClient.setQueryData(meQuery.queryKey, carl)
  expect(drafts()).toBeUndefined()
  expect(queryClient.getQueryData(meQuery.queryKey)).toBe(carl)
})
