import { parentPort, Worker } from 'node:worker_threads'
import { AppError } from './app-error.ts'
import { outageOf, type Outage } from './expected-error.ts'
import { lowerOwnThread } from './thread-priority.ts'

type ToThread<Task> = { kind: 'run'; id: number; task: Task } | { kind: 'cancel'; id: number }

type FromThread<Result> =
  | { id: number; result: Result }
  | { id: number; failure: { message: string; stack: string | undefined; outage: Outage | undefined } }

export interface WorkerThread<Task, Result> {
  /**
   * Runs a task in the thread, which is started if necessary. When `signal` aborts, the task's signal aborts, and the task decides how
   * the call settles.
   * @throws AppError unavailable, storage_full
   */
  run(task: Task, signal: AbortSignal): Promise<Result>
  close(): Promise<void>
}

/**
 * A thread for work that would delay everything else on the main one. Tasks and results are copied (structured clone).
 * @param deps.data what the program finds as `workerData`
 * @param deps.idleMs the thread ends when it had no task for so long: it needs memory and connections
 */
export function createWorkerThread<Task, Result>(deps: {
  program: URL
  data: unknown
  idleMs: number
}): WorkerThread<Task, Result> {
  const pending = new Map<number, PromiseWithResolvers<Result>>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(deps.program, { workerData: deps.data })
    const fail = (error: Error) => {
      if (worker === started) forget(error)
    }
    started.on('message', (message: FromThread<Result>) => {
      const settle = pending.get(message.id)
      pending.delete(message.id)
      if ('result' in message) settle?.resolve(message.result)
      else settle?.reject(errorOf(message.failure))
      if (pending.size === 0) idle = setTimeout(() => void end(), deps.idleMs).unref()
    })
    started.on('error', fail)
    // A result that cannot be read.
    started.on('messageerror', (error) => {
      fail(error)
      void started.terminate()
    })
    started.on('exit', (code) => fail(new Error(`The thread ended with ${code}`)))
    return started
  }

  function forget(error: Error): void {
    clearTimeout(idle)
    worker = null
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  async function end(): Promise<void> {
    const ended = worker
    forget(new AppError('unavailable'))
    await ended?.terminate()
  }

  return {
    async run(task, signal) {
      clearTimeout(idle)
      worker ??= start()
      const thread = worker
      const id = (lastId += 1)
      const settled = Promise.withResolvers<Result>()
      pending.set(id, settled)
      const cancel = () => thread.postMessage({ kind: 'cancel', id } satisfies ToThread<Task>, [])
      thread.postMessage({ kind: 'run', id, task } satisfies ToThread<Task>, [])
      if (signal.aborted) cancel()
      signal.addEventListener('abort', cancel, { once: true })
      try {
        return await settled.promise
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },
    close: end,
  }
}

function errorOf({
  message,
  stack,
  outage,
}: Extract<FromThread<never>, { failure: object }>['failure']): Error {
  const error = Object.assign(new Error(message), { stack })
  return outage === undefined ? error : new AppError(outage, { cause: error })
}

type PerformTask<Task, Result> = (task: Task, signal: AbortSignal) => Promise<Result>

/**
 * Called by the thread's program: runs `perform` for each task of the main thread.
 * @param nice of this thread, 1 to 19 (lowest priority); undefined: as the process. Only Linux has priorities of single threads
 */
export function serveTasks<Task, Result>(perform: PerformTask<Task, Result>, nice?: number): void {
  if (nice !== undefined) lowerOwnThread(nice)
  const running = new Map<number, AbortController>()
  const send = (message: FromThread<Result>) => parentPort?.postMessage(message, [])
  parentPort?.on('message', (message: ToThread<Task>) => {
    const { id } = message
    if (message.kind === 'cancel') {
      running.get(id)?.abort()
      return
    }
    const cancelling = new AbortController()
    running.set(id, cancelling)
    perform(message.task, cancelling.signal)
      .then(
        (result) => send({ id, result }),
        (error: unknown) => send({ id, failure: failureOf(error) }),
      )
      .finally(() => running.delete(id))
  })
}

function failureOf(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { message, stack, outage: outageOf(error) }
}
