import { afterEach, expect, test, vi } from 'vitest'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { performAction } from './perform-action.ts'

afterEach(() => vi.unstubAllGlobals())

/** Performs the action. Returns the last part of each requested path, with the body. */
async function requestsOf(action: unknown, shownSeq?: number) {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    requests.push([path.split('/').at(-1), JSON.parse(body)])
    return Promise.resolve(Response.json({}))
  })
  const place = { organizationId: 'o', conversationId: 'c', agentId: 'a', shownSeq }
  await performAction(place, action as ReplyAction)
  return requests
}

test('snoozing and closing name what the agent has seen', async () => {
  expect(await requestsOf({ type: 'snooze', minutes: null }, 7)).toEqual([
    ['snooze', { until: null, seen_seq: 7 }],
  ])
  expect(await requestsOf({ type: 'close' }, 7)).toEqual([['close', { seen_seq: 7 }]])
  expect(await requestsOf({ type: 'close' })).toEqual([['close', {}]])
})

test('an action of another version of the panel does nothing', async () => {
  expect(await requestsOf('assign_to_me', 7)).toEqual([])
  expect(await requestsOf({ type: 'later' }, 7)).toEqual([])
})
