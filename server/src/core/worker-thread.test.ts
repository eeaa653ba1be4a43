import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestTask } from '../testing/task-program.ts'
import { AppError } from './app-error.ts'
import { createWorkerThread, type WorkerThread } from './worker-thread.ts'

const program = new URL('../testing/task-program.ts', import.meta.url)
const never = new AbortController().signal
const echo = (text: string): TestTask => ({ do: 'echo', text })

let thread: WorkerThread<TestTask, string>
beforeEach(() => {
  thread = createWorkerThread({ program, data: null, idleMs: 60_000 })
})
afterEach(() => thread.close())

describe('a task of a worker thread', () => {
  it('that fails rejects with its message and its stack', async () => {
    const error: unknown = await thread.run({ do: 'fail' }, never).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'a bug' })
    expect((error as Error).stack).toContain('task-program.ts')
  })

  it('that cannot reach the database rejects as unavailable', async () => {
    const lost = thread.run({ do: 'lose the connection' }, never)
    await expect(lost).rejects.toBeInstanceOf(AppError)
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is cancelled by its signal, also by one that has aborted before', async () => {
    const closing = new AbortController()
    const waiting = thread.run({ do: 'wait' }, closing.signal)
    expect(await thread.run(echo('between'), never)).toBe('between')
    closing.abort()
    await expect(waiting).rejects.toThrow('cancelled')
    await expect(thread.run({ do: 'wait' }, closing.signal)).rejects.toThrow('cancelled')
  })

  it('rejects when the thread ends, and the next one gets a new thread', async () => {
    const waiting = thread.run({ do: 'wait' }, never)
    const last = thread.run({ do: 'exit' }, never)
    await expect(waiting).rejects.toThrow('The thread ended with 3')
    await expect(last).rejects.toThrow('The thread ended with 3')
    expect(await thread.run(echo('again'), never)).toBe('again')
  })

  it('rejects as unavailable when the thread is closed', async () => {
    const waiting = thread.run({ do: 'wait' }, never)
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), thread.close()])
  })

  it('returns a result of its own beside others', async () => {
    const texts = ['one', 'two', 'three']
    expect(await Promise.all(texts.map((text) => thread.run(echo(text), never)))).toEqual(texts)
  })
})

it('a thread without tasks ends, and the next task starts another', async () => {
  const shortLived = createWorkerThread<TestTask, string>({ program, data: null, idleMs: 1 })
  const first = await shortLived.run({ do: 'tell your id' }, never)
  await expect.poll(() => shortLived.run({ do: 'tell your id' }, never)).not.toBe(first)
  await shortLived.close()
})
