import { expect, test } from 'vitest'
import { createPeriodic } from './periodic.ts'

test('a stop aborts the signal of the work that is running, and waits for it', async () => {
  const began = Promise.withResolvers<void>()
  let endedBy: unknown
  const periodic = createPeriodic({
    intervalMs: 1,
    onError: (error) => (endedBy = error),
    work: async (stopping) => {
      began.resolve()
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
      endedBy = 'signal'
    },
  })
  periodic.start()
  await began.promise
  await periodic.stop()
  expect(endedBy).toBe('signal')
})
