import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { changeTimeout, changeInOrder, conversationScope, postChange } from './conversation-order.ts'
import { labelConversation } from './label-queries.ts'
import { moveToTeam } from './team-queries.ts'
import { prioritize, snooze, unsnooze } from './triage-queries.ts'

afterEach(() => void vi.unstubAllGlobals())
afterEach(() => void vi.restoreAllMocks())

test('a change waits for earlier ones of its conversation, of a component too, and not for those of others', async () => {
  const queryClient = new QueryClient()
  const earlier = Promise.withResolvers<void>()
  const ran: string[] = []
  const run = (name: string) => () => Promise.resolve(void ran.push(name))
  const component = new MutationObserver(queryClient, {
    scope: conversationScope('c'),
    mutationFn: () => earlier.promise,
  })
  const first = component.mutate()
  const second = changeInOrder(queryClient, 'c', run('second'))
  await changeInOrder(queryClient, 'other', run('other'))
  expect(ran).toEqual(['other'])
  earlier.resolve()
  await Promise.all([first, second])
  expect(ran).toEqual(['other', 'second'])
})

test('a failed change is not repeated and does not keep the next one from running', async () => {
  const queryClient = new QueryClient()
  const refused = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('refused')))
  const first = changeInOrder(queryClient, 'c', refused)
  const second = changeInOrder(queryClient, 'c', () => Promise.resolve('done'))
  await expect(first).rejects.toThrow('refused')
  expect(await second).toBe('done')
  expect(refused).toHaveBeenCalledOnce()
})

test.each<[string, () => Promise<unknown>]>([
  ['assignment', () => postChange('o', 'c', 'assign', { agent_id: null })],
  ['label', () => labelConversation('o', 'c', { labelId: 'l', add: true })],
  ['removed label', () => labelConversation('o', 'c', { labelId: 'l', add: false })],
  ['team', () => moveToTeam('o', 'c', null)],
  ['priority', () => prioritize('o', 'c', { priority: null })],
  ['snooze', () => snooze('o', 'c', { until: null })],
  ['end of a snooze', () => unsnooze('o', 'c')],
])('a stalled change of a conversation fails, and the next one runs: %s', async (_, change) => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(new DOMException('Too late', 'TimeoutError')))
    return promise
  })
  const queryClient = new QueryClient()
  const stalled = changeInOrder(queryClient, 'c', change)
  const next = changeInOrder(queryClient, 'c', () => Promise.resolve('done'))
  await expect.poll(() => timeout).toHaveBeenCalledWith(changeTimeout.timeoutMs)
  limit.abort()
  await expect(stalled).rejects.toMatchObject({ code: 'network' })
  expect(await next).toBe('done')
})
