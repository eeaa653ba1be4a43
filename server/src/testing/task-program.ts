import { once } from 'node:events'
import process from 'node:process'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../core/worker-thread.ts'

export type TestTask =
  | { do: 'echo'; text: string }
  | { do: 'tell your id' | 'wait' | 'fail' | 'lose the connection' | 'exit' }

/** Program of the thread of worker-thread.test.ts. */
serveTasks<TestTask, string>(async (task, signal) => {
  switch (task.do) {
    case 'echo':
      return task.text
    case 'tell your id':
      return String(threadId)
    case 'wait':
      if (!signal.aborted) await once(signal, 'abort')
      throw new Error('cancelled')
    case 'fail':
      throw new Error('a bug')
    case 'lose the connection':
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    case 'exit':
      return process.exit(3)
  }
}, 1)
