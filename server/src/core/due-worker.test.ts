import { expect, test } from 'vitest'
import { createDueWorker } from './due-worker.ts'

test('a slow row takes one place: the others go on', async () => {
  const due = ['slow', 'a', 'b', 'c', 'd']
  const slow = Promise.withResolvers<void>()
  const handled: string[] = []
  const worker = createDueWorker({
    claim: async (max) => due.splice(0, max),
    async handle(row: string) {
      if (row === 'slow') await slow.promise
      handled.push(row)
    },
    onError: () => {},
    intervalMs: 60_000,
    maxConcurrent: 2,
  })
  const looked = worker.look()
  await expect.poll(() => handled).toEqual(['a', 'b', 'c', 'd'])
  slow.resolve()
  await looked
  expect(handled).toContain('slow')
})

test('a row that fails is reported, and the others are handled; stopping waits for those in progress', async () => {
  const due = ['bad', 'good']
  const errors: unknown[] = []
  const handled: string[] = []
  const open = Promise.withResolvers<void>()
  const worker = createDueWorker({
    claim: async (max) => due.splice(0, max),
    async handle(row: string) {
      if (row === 'bad') throw new Error('bad')
      await open.promise
      handled.push(row)
    },
    onError: (error) => errors.push(error),
    intervalMs: 60_000,
    maxConcurrent: 1,
  })
  worker.start()
  await expect.poll(() => due).toEqual([])
  const stopped = worker.stop()
  open.resolve()
  await stopped
  expect([errors.length, handled]).toEqual([1, ['good']])
})
