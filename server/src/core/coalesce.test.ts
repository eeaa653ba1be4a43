import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchLookups, coalesceRuns } from './coalesce.ts'

/** Look-ups that end when the test says so. */
function controlledLookups(maxBatch: number) {
  const batches: {
    keys: string[]
    resolve: (found: Map<string, number>) => void
    reject: (error: Error) => void
  }[] = []
  const lookUp = batchLookups<string, number>(
    (keys) => new Promise((resolve, reject) => batches.push({ keys, resolve, reject })),
    maxBatch,
  )
  return { batches, lookUp }
}

/** A batch starts in the turn after its first look-up, which is made in the microtasks of this turn. */
async function batchStarted(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

describe('batched look-ups', () => {
  it('fail together, and not those of the next batch', async () => {
    const { batches, lookUp } = controlledLookups(10)
    const first = lookUp('a')
    await batchStarted()
    const second = lookUp('b')
    batches[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await batchStarted()
    batches[1]?.resolve(new Map([['b', 2]]))
    expect(await second).toBe(2)
  })

  it('of one turn of the event loop share a batch', async () => {
    const { batches, lookUp } = controlledLookups(10)
    void lookUp('a')
    await Promise.resolve()
    void lookUp('b')
    await batchStarted()
    expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b']])
  })

  it('of one key are looked up once per batch, and all get the result', async () => {
    const { batches, lookUp } = controlledLookups(10)
    const results = Promise.all([lookUp('a'), lookUp('b'), lookUp('a')])
    await batchStarted()
    expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b']])
    const later = lookUp('a')
    batches[0]?.resolve(new Map([['a', 1]]))
    expect(await results).toEqual([1, undefined, 1])
    await batchStarted()
    batches[1]?.resolve(new Map([['a', 2]]))
    expect(await later).toBe(2)
  })

  it('that follow the results of one batch share the next', async () => {
    const { batches, lookUp } = controlledLookups(10)
    const follow = async (key: string) => {
      await lookUp(key)
      await lookUp(`${key}, next`)
    }
    void follow('a')
    void follow('b')
    await batchStarted()
    batches[0]?.resolve(new Map())
    await batchStarted()
    expect(batches[1]?.keys).toEqual(['a, next', 'b, next'])
  })

  it('share the next batch, never the one in progress, up to its maximum', async () => {
    const { batches, lookUp } = controlledLookups(2)
    const first = lookUp('a')
    await batchStarted()
    const others = [lookUp('a'), lookUp('b'), lookUp('c')]
    batches[0]?.resolve(new Map([['a', 1]]))
    expect(await first).toBe(1)
    await batchStarted()
    batches[1]?.resolve(new Map([['a', 11]]))
    expect(await Promise.all(others.slice(0, 2))).toEqual([11, undefined])
    await batchStarted()
    batches[2]?.resolve(new Map([['c', 3]]))
    expect(await others[2]).toBe(3)
    expect(batches.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b'], ['c']])
  })
})

/** Runs that end when the test says so. */
function controlledRuns() {
  const runs: { key: string; end: PromiseWithResolvers<void> }[] = []
  const errors: unknown[] = []
  const coalesced = coalesceRuns<string>(
    (key) => {
      const end = Promise.withResolvers<void>()
      runs.push({ key, end })
      return end.promise
    },
    (error) => errors.push(error),
  )
  return { runs, errors, coalesced, keys: () => runs.map(({ key }) => key) }
}

describe('coalesced runs', () => {
  it('run once more for all triggers during a run', async () => {
    const { runs, coalesced, keys } = controlledRuns()
    const triggers = [coalesced.trigger('a'), coalesced.trigger('a'), coalesced.trigger('a')]
    expect(keys()).toEqual(['a'])
    runs[0]?.end.resolve()
    await runs[0]?.end.promise
    await Promise.resolve()
    expect(keys()).toEqual(['a', 'a'])
    runs[1]?.end.resolve()
    await Promise.all(triggers)
    expect(keys()).toEqual(['a', 'a'])
    expect(coalesced.isRunning('a')).toBe(false)
  })

  it('let no key wait for another', () => {
    const { coalesced, keys } = controlledRuns()
    void coalesced.trigger('a')
    void coalesced.trigger('b')
    expect(keys()).toEqual(['a', 'b'])
  })

  it('report a failure once, and still run for a trigger that came during the failed run', async () => {
    const { runs, errors, coalesced, keys } = controlledRuns()
    const triggers = [coalesced.trigger('a'), coalesced.trigger('a')]
    runs[0]?.end.reject(new Error('away'))
    await expect.poll(keys).toEqual(['a', 'a'])
    runs[1]?.end.resolve()
    await Promise.all(triggers)
    expect(errors).toEqual([new Error('away')])
  })

  it('are settled when the last one has ended', async () => {
    const { runs, coalesced } = controlledRuns()
    let isSettled = false
    void coalesced.trigger('a')
    void coalesced.trigger('b')
    const settled = coalesced.settled().then(() => (isSettled = true))
    runs[0]?.end.resolve()
    await runs[0]?.end.promise
    expect(isSettled).toBe(false)
    runs[1]?.end.resolve()
    await settled
    expect(coalesced.isRunning('b')).toBe(false)
  })
})
