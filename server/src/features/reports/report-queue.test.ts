import { expect, test } from 'vitest'
import { createReportQueue } from './report-queue.ts'

/** A queue whose reports end when the test says so. */
function scene() {
  const queue = createReportQueue()
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const ask = (organization: string, name: string, signal = new AbortController().signal) =>
    queue(organization, signal, () => {
      started.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    ask,
    settle,
    async end(name: string) {
      ends.get(name)?.resolve(name)
      await settle()
    },
    async fail(name: string) {
      ends.get(name)?.reject(new Error('canceling statement'))
      await settle()
    },
  }
}

test('an organization has one report at a time, and two run at all', async () => {
  const { ask, started, end, settle } = scene()
  for (const name of ['a1', 'a2', 'b1', 'c1']) void ask(name[0] ?? '', name)
  await settle()
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'c1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('organizations take turns: many requests of one do not hold up the others', async () => {
  const { ask, started, end, settle } = scene()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2', 'd1']) void ask(name[0] ?? '', name)
  await settle()
  for (let index = 0; index < 8; index += 1) await end(started[index] ?? '')
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'd1', 'a3', 'c2', 'a4'])
})

test('too many waiting requests are refused with a time to try again', async () => {
  const { ask, end, settle } = scene()
  const asked = Array.from({ length: 10 }, (_, index) => ask('a', `a${index}`))
  await expect(asked[9]).rejects.toMatchObject({ code: 'reports_busy', retryAfter: 5 })
  // Others are not affected.
  const other = ask('b', 'b1')
  await settle()
  await end('b1')
  expect(await other).toBe('b1')
  // One after another, a place becomes free.
  await end('a0')
  void ask('a', 'again')
  await settle()
  await expect(ask('a', 'one more')).rejects.toMatchObject({ code: 'reports_busy' })
})

test('all organizations together have a limit, too', async () => {
  const { ask } = scene()
  for (let index = 0; index < 62; index += 1) void ask(`o${index}`, `o${index}`)
  await expect(ask('last', 'last')).rejects.toMatchObject({ code: 'reports_busy', retryAfter: 30 })
})

test('a closed request gives up its place in the queue', async () => {
  const { ask, started, end, settle } = scene()
  const closing = new AbortController()
  void ask('a', 'a1')
  const closed = ask('a', 'a2', closing.signal)
  void ask('a', 'a3')
  closing.abort()
  await expect(closed).rejects.toMatchObject({ code: 'reports_busy' })
  await settle()
  await end('a1')
  expect(started).toEqual(['a1', 'a3'])
  await expect(ask('a', 'a4', AbortSignal.abort())).rejects.toMatchObject({ code: 'reports_busy' })
  expect(started).toEqual(['a1', 'a3'])
})

test('a running report that its closed request has cancelled is no failure, and makes room', async () => {
  const { ask, started, fail, settle } = scene()
  const closing = new AbortController()
  const closed = ask('a', 'a1', closing.signal)
  void ask('a', 'a2')
  await settle()
  closing.abort()
  const refused = expect(closed).rejects.toMatchObject({ code: 'reports_busy' })
  await fail('a1')
  await refused
  expect(started).toEqual(['a1', 'a2'])
})

test('a failure is that of the report, and makes room', async () => {
  const { ask, started, fail, settle } = scene()
  const failed = ask('a', 'a1')
  void ask('a', 'a2')
  await settle()
  const refused = expect(failed).rejects.toThrow('canceling statement')
  await fail('a1')
  await refused
  expect(started).toEqual(['a1', 'a2'])
})
