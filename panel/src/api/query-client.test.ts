import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, type ProblemCode } from './api-problem.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.for([
  ['unauthenticated', { sent: 1, signedOut: 1 }],
  ['unavailable', { sent: 3, signedOut: 0 }],
  ['network', { sent: 3, signedOut: 0 }],
  ['not_found', { sent: 1, signedOut: 0 }],
] as const)('a query that fails with `%s` is repeated or ends the session: %o', async ([code, expected]) => {
  const onSignedOut = vi.fn<() => void>()
  const queryFn = vi.fn(() => Promise.reject(new ApiProblem(code satisfies ProblemCode)))
  const loading = createQueryClient(onSignedOut).fetchQuery({ queryKey: [code], queryFn })
  const failed = expect(loading).rejects.toThrow(ApiProblem)
  await vi.advanceTimersByTimeAsync(30_000)
  await failed
  expect({ sent: queryFn.mock.calls.length, signedOut: onSignedOut.mock.calls.length }).toEqual(expected)
})

test('a mutation that is refused ends the session, and is not repeated', async () => {
  const onSignedOut = vi.fn<() => void>()
  const client = createQueryClient(onSignedOut)
  const mutationFn = vi.fn(() => Promise.reject(new ApiProblem('unauthenticated')))
  const mutation = client.getMutationCache().build(client, { mutationFn })
  await expect(mutation.execute(undefined)).rejects.toThrow(ApiProblem)
  expect(mutationFn).toHaveBeenCalledOnce()
  expect(onSignedOut).toHaveBeenCalledOnce()
})
