import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A query that fails this many times. */
function failing(code: ConstructorParameters<typeof ApiProblem>[0], failures: number) {
  let asked = 0
  const query = {
    queryKey: [code],
    queryFn: async () => {
      asked += 1
      if (asked <= failures) throw new ApiProblem(code)
      return 'data'
    },
  }
  return { query, asked: () => asked }
}

function open() {
  const onSignedOut = vi.fn<() => void>()
  return { client: createQueryClient(onSignedOut), onSignedOut }
}

test('the session has ended once a query is refused twice', async () => {
  const { client, onSignedOut } = open()
  const { query, asked } = failing('unauthenticated', Infinity)
  const refused = expect(client.fetchQuery(query)).rejects.toThrow(ApiProblem)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(asked()).toBe(2)
  expect(onSignedOut).toHaveBeenCalledOnce()
})

test('a query that was sent while a password change replaced the session is repeated', async () => {
  const { client, onSignedOut } = open()
  const loaded = client.fetchQuery(failing('unauthenticated', 1).query)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await loaded).toBe('data')
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('a mutation that is refused ends the session at once', async () => {
  const { client, onSignedOut } = open()
  const mutation = client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(new ApiProblem('unauthenticated')) })
  await expect(mutation.execute(undefined)).rejects.toThrow(ApiProblem)
  expect(onSignedOut).toHaveBeenCalledOnce()
})

test.for([
  ['unavailable', 3],
  ['network', 3],
  ['not_found', 1],
] as const)('a query that fails with `%s` is sent %i times', async ([code, times]) => {
  const { client, onSignedOut } = open()
  const { query, asked } = failing(code, Infinity)
  const failed = expect(client.fetchQuery(query)).rejects.toThrow(ApiProblem)
  await vi.advanceTimersByTimeAsync(30_000)
  await failed
  expect(asked()).toBe(times)
  expect(onSignedOut).not.toHaveBeenCalled()
})
