import { once } from 'node:events'
import process from 'node:process'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../core/worker-thread.ts'

export type TestTask =
  | { do: 'echo'; text: string }
  | { do: 'tell your id' | 'wait' | 'fail' | 'lose the connection' | 'exit' }

const failures = {
  wait: new Error('cancelled'),
  fail: new Error('a bug'),
  'lose the connection': Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
}

/** Program of the thread of worker-thread.test.ts. */
serveTasks<TestTask, string>(async (task, signal) => {
  if (task.do === 'echo') return task.text
  if (task.do === 'tell your id') return String(threadId)
  if (task.do === 'exit') process.exit(3)
  if (task.do === 'wait' && !signal.aborted) await once(signal, 'abort')
  throw failures[task.do]
}, 1)
