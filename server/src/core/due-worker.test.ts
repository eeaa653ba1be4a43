import { expect, test } from 'vitest'
import { createDueWorker } from './due-worker.ts'

test('a slow row takes one slot: the others go on', async () => {
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

test('rows of an owner beyond its share wait: those of another owner go on', async () => {
  const due = ['x1', 'x2', 'x3', 'x4', 'y1', 'x5', 'y2']
  const slow = Promise.withResolvers<void>()
  const handled: string[] = []
  const most = { x: 0, open: 0 }
  const worker = createDueWorker({
    async claim(max, excludedOwners) {
      const found = due.filter((row) => !excludedOwners.includes(row.slice(0, 1))).slice(0, max)
      for (const row of found) due.splice(due.indexOf(row), 1)
      return found
    },
    async handle(row: string) {
      if (row.startsWith('x')) {
        most.x = Math.max(most.x, (most.open += 1))
        await slow.promise
        most.open -= 1
      }
      handled.push(row)
    },
    onError: () => {},
    intervalMs: 60_000,
    maxConcurrent: 4,
    share: { ownerOf: (row) => row.slice(0, 1), max: 2 },
  })
  const looked = worker.look()
  await expect.poll(() => handled).toEqual(['y1', 'y2'])
  slow.resolve()
  await looked
  expect(handled).toHaveLength(7)
  expect(most.x).toBe(2)
})

/** Up to three rows at once, two of each owner, whose name is the first letter. A row ends when its function in `rows` is called. */
function sharedWorker({
  claim,
}: {
  claim: (max: number, excludedOwners: readonly string[]) => Promise<string[]>
}) {
  const rows = new Map<string, () => void>()
  const worker = createDueWorker({
    claim,
    handle: (row: string) => new Promise<void>((resolve) => rows.set(row, resolve)),
    onError: () => {},
    intervalMs: 60_000,
    maxConcurrent: 3,
    share: { ownerOf: (row) => row.slice(0, 1), max: 2 },
  })
  return { worker, rows }
}

test('after nothing was due for other owners, their rows are searched for at the next wake and not after each row', async () => {
  const due = ['x1', 'x2', 'x3', 'x4', 'x5']
  let searches = 0
  const { worker, rows } = sharedWorker({
    async claim(max, excludedOwners) {
      if (excludedOwners.length > 0) searches += 1
      const found = due.filter((row) => !excludedOwners.includes(row.slice(0, 1))).slice(0, max)
      for (const row of found) due.splice(due.indexOf(row), 1)
      return found
    },
  })
  worker.start()
  await expect.poll(() => [...rows.keys()]).toEqual(['x1', 'x2'])
  await expect.poll(() => searches).toBe(1)
  rows.get('x1')?.()
  await expect.poll(() => [...rows.keys()]).toContain('x3')
  rows.get('x2')?.()
  await expect.poll(() => [...rows.keys()]).toContain('x4')
  due.push('y1')
  rows.get('x3')?.()
  await expect.poll(() => [...rows.keys()]).toContain('x5')
  expect([searches, due]).toEqual([1, ['y1']])
  worker.wake()
  await expect.poll(() => [...rows.keys()]).toContain('y1')
  for (const name of ['x4', 'x5', 'y1']) rows.get(name)?.()
  await worker.stop()
})

test('a row that is queued during a search of other owners is claimed', async () => {
  const due = ['x1', 'x2']
  const search = Promise.withResolvers<void>()
  let hasSearched = false
  const { worker, rows } = sharedWorker({
    async claim(max, excludedOwners) {
      const found = due.filter((row) => !excludedOwners.includes(row.slice(0, 1))).slice(0, max)
      for (const row of found) due.splice(due.indexOf(row), 1)
      if (excludedOwners.length > 0 && !hasSearched) {
        hasSearched = true
        await search.promise
      }
      return found
    },
  })
  worker.start()
  await expect.poll(() => hasSearched).toBe(true)
  due.push('y1')
  worker.wake()
  search.resolve()
  await expect.poll(() => [...rows.keys()]).toEqual(['x1', 'x2', 'y1'])
  for (const end of rows.values()) end()
  await worker.stop()
})
