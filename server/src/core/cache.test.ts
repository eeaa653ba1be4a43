import { describe, expect, it } from 'vitest'
import { createTtlCache, memoize } from './cache.ts'

function countedCache(limits = { ttlMs: 1000, maxEntries: 2 }) {
  const loads: string[] = []
  let now = 0
  const cache = createTtlCache(
    async (key) => {
      loads.push(key)
      if (key === 'broken') throw new Error('load failed')
      return `${key}!`
    },
    limits,
    () => now,
  )
  return { cache, loads, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('a TTL cache', () => {
  it('does not cache a failed load', async () => {
    const { cache, loads } = countedCache()
    await expect(cache.get('broken')).rejects.toThrow('load failed')
    await expect(cache.get('broken')).rejects.toThrow('load failed')
    expect(loads).toEqual(['broken', 'broken'])
  })

  it('loads again once the TTL is over', async () => {
    const { cache, loads, pass } = countedCache()
    await cache.get('a')
    pass(999)
    await cache.get('a')
    expect(loads).toEqual(['a'])
    pass(1)
    await cache.get('a')
    expect(loads).toEqual(['a', 'a'])
  })

  it('loads again after the clock was set back', async () => {
    const { cache, loads, pass } = countedCache()
    await cache.get('a')
    pass(-60_000)
    await cache.get('a')
    await cache.get('a')
    expect(loads).toEqual(['a', 'a'])
  })

  it('forgets the entries with a prefix, and keeps others', async () => {
    const { cache, loads } = countedCache()
    await cache.get('shop a')
    await cache.get('other a')
    cache.deleteWithPrefix('shop ')
    await cache.get('shop a')
    await cache.get('other a')
    expect(loads).toEqual(['shop a', 'other a', 'shop a'])
  })

  it('shares one load between concurrent calls', async () => {
    const { cache, loads } = countedCache()
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a!', 'a!'])
    expect(loads).toEqual(['a'])
  })

  it('evicts the least recently used entry', async () => {
    const { cache, loads } = countedCache()
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key)
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
  })

  it('loads again after a delete and after a clear', async () => {
    const { cache, loads } = countedCache()
    for (const key of ['a', 'b']) await cache.get(key)
    cache.delete('a')
    for (const key of ['a', 'b']) await cache.get(key)
    expect(loads).toEqual(['a', 'b', 'a'])
    cache.clear()
    for (const key of ['a', 'b']) await cache.get(key)
    expect(loads).toHaveLength(5)
  })

  it('does not let a load that was deleted remove its successor when it fails', async () => {
    const results: PromiseWithResolvers<string>[] = []
    const cache = createTtlCache(
      () => {
        const result = Promise.withResolvers<string>()
        results.push(result)
        return result.promise
      },
      { ttlMs: 1000, maxEntries: 2 },
      () => 0,
    )
    const first = cache.get('a')
    cache.delete('a')
    const second = cache.get('a')
    results[0]?.reject(new Error('load failed'))
    await expect(first).rejects.toThrow('load failed')
    expect(cache.get('a')).toBe(second)
    results[1]?.resolve('a!')
    expect(await second).toBe('a!')
  })
})

describe('memoize', () => {
  it('keeps the most recently used results and no failure', () => {
    const made: string[] = []
    const of = memoize((key) => {
      made.push(key)
      if (key === 'odd') throw new Error('Cannot be made')
      return `${key}!`
    }, 2)
    expect([of('a'), of('b'), of('a'), of('c'), of('a'), of('b')]).toEqual([
      'a!',
      'b!',
      'a!',
      'c!',
      'a!',
      'b!',
    ])
    expect(made).toEqual(['a', 'b', 'c', 'b'])
    for (let time = 0; time < 2; time++) expect(() => of('odd')).toThrow('Cannot be made')
    expect(made.filter((key) => key === 'odd')).toHaveLength(2)
  })
})
