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

describe('a signal', () => {
  it('takes waiting work out of the line, and does not stop running work', async () => {
    const { started, work, end } = controlledWork()
    const limit = createSemaphore(1)
    const [running, leaving] = [new AbortController(), new AbortController()]
    const first = limit(work('a'), running.signal)
    const second = limit(work('b'), leaving.signal)
    const third = limit(work('c'))
    running.abort()
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    expect(started).toEqual(['a'])
    end('a').resolve('A')
    expect(await first).toBe('A')
    await settle()
    expect(started).toEqual(['a', 'c'])
    end('c').resolve('C')
    expect(await third).toBe('C')
  })

  it('of work that has started leaves the permit to the work, which the next in line gets once', async () => {
    const { started, work, end } = controlledWork()
    const semaphore = createKeyedSemaphore(1)
    const client = new AbortController()
    void semaphore.run('x', work('x1'))
    void semaphore.run('x', work('x2'), client.signal)
    void semaphore.run('x', work('x3'))
    await settle()
    end('x1').resolve('X')
    await settle()
    client.abort()
    await settle()
    expect(started).toEqual(['x1', 'x2'])
    end('x2').resolve('X')
    await settle()
    expect(started).toEqual(['x1', 'x2', 'x3'])
  })

  it('that has aborted before starts nothing and takes no permit', async () => {
    const semaphore = createKeyedSemaphore(1)
    const never = () => Promise.reject(new Error('started'))
    await expect(semaphore.run('x', never, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(await semaphore.tryRun('x', () => 'done')).toBe('done')
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
