import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A separate process with request and response, so that the load generator has its own event loop. */
export interface Program {
  pid: number
  ask<T>(command: string, argument?: unknown): Promise<T>
  stop(): Promise<void>
}

interface Question {
  id: number
  command: string
  argument: unknown
}
type Reply = { id: number; result: unknown } | { id: number; failed: string }

export function startProgram(file: URL, nodeFlags: string[] = []): Program {
  const child = fork(file, { serialization: 'advanced', execArgv: nodeFlags })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  child.on('message', (reply: Reply) => {
    const one = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('failed' in reply) one?.reject(new Error(reply.failed))
    else one?.resolve(reply.result as never)
  })
  child.once('exit', (code) => {
    for (const one of waiting.values()) one.reject(new Error(`${file.pathname} ended with ${code}`))
  })
  return {
    pid: child.pid ?? 0,
    ask(command, argument) {
      asked += 1
      const id = asked
      child.send({ id, command, argument } satisfies Question)
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The child's side. SIGTERM calls `close`; children exit with their parent. */
export function answerCommands(commands: Record<string, (argument: never) => unknown>): void {
  const answer = async ({ id, command, argument }: Question): Promise<Reply> => {
    try {
      return { id, result: await commands[command]?.(argument as never) }
    } catch (error) {
      return { id, failed: String(error) }
    }
  }
  process.on('message', (question: Question) => {
    void answer(question).then((reply) => process.send?.(reply))
  })
  process.on('disconnect', () => process.exit(1))
  process.on('SIGTERM', () => {
    void answer({ id: 0, command: 'close', argument: undefined }).then(() => process.exit(0))
  })
}

/** Unix time in milliseconds with fractions, comparable between processes of a machine. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()
