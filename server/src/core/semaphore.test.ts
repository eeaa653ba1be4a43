import { describe, expect, it } from 'vitest'
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts'

/** Work that ends when the test says so. */
function controlledWork() {
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    started.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  return { started, work, end: (name: string) => ends.get(name) as PromiseWithResolvers<string> }
}

/** Everything that can settle without the outside has settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('runs at most so many at once, the others in the order of their calls', async () => {
    const { started, work, end } = controlledWork()
    const limit = createSemaphore(2)
    const results = ['a', 'b', 'c', 'd'].map((name) => limit(work(name)))
    await settle()
    expect(started).toEqual(['a', 'b'])
    end('b').resolve('B')
    expect(await results[1]).toBe('B')
    await settle()
    expect(started).toEqual(['a', 'b', 'c'])
    end('c').resolve('C')
    await settle()
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  it('passes on a failure and releases its permit, also when the work throws before it returns a promise', async () => {
    const limit = createSemaphore(1)
    await expect(limit(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const throws = () => {
      throw new Error('failed at once')
    }
    await expect(limit(throws)).rejects.toThrow('failed at once')
    expect(await limit(async () => 'next')).toBe('next')
  })
})

describe('a keyed semaphore', () => {
  it('lets no key wait for another', async () => {
    const { started, work, end } = controlledWork()
    const semaphore = createKeyedSemaphore(1)
    const first = semaphore.run('x', work('x1'))
    void semaphore.run('x', work('x2'))
    void semaphore.run('y', work('y1'))
    await settle()
    expect(started).toEqual(['x1', 'y1'])
    end('x1').resolve('X')
    expect(await first).toBe('X')
    await settle()
    expect(started).toEqual(['x1', 'y1', 'x2'])
  })

  it('refuses at the maximum when asked not to wait, until a permit is free again', async () => {
    const { work, end } = controlledWork()
    const semaphore = createKeyedSemaphore(2)
    const running = [semaphore.tryRun('x', work('x1')), semaphore.tryRun('x', work('x2'))]
    expect(semaphore.tryRun('x', work('x3'))).toBeNull()
    await settle()
    end('x1').reject(new Error('failed'))
    await expect(running[0]).rejects.toThrow('failed')
    expect(await semaphore.tryRun('x', () => 'done')).toBe('done')
  })
})
