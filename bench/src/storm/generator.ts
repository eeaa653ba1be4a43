import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DemoAccess } from '../chat/product.ts'
import type { Report, Order, Resumed, Tally } from './wire-types.ts'

export interface Generator {
  pid: number
  load(rate: number): void
  /** Resolves when all clients have resumed; call before the service is stopped. */
  storm(): Promise<Resumed>
  /** Resolves when everything that was sent has arrived. */
  settle(): Promise<Tally>
  stop(): void
}

/** Starts the process with all widgets and agents, and connects them. */
export async function startGenerator(
  access: DemoAccess,
  size: { widgets: number; agents: number },
): Promise<Generator> {
  const child = fork(fileURLToPath(new URL('generator-program.ts', import.meta.url)))
  const order = (what: Order) => void child.send(what)
  const report = <T extends Report['type']>(type: T) =>
    new Promise<Extract<Report, { type: T }>>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`The generator ended with ${code}`))
      const hear = (said: Report) => {
        if (said.type !== type) return
        child.off('message', hear).off('exit', ended)
        resolve(said as Extract<Report, { type: T }>)
      }
      child.on('message', hear).once('exit', ended)
    })
  const ask = <T extends Report['type']>(what: Order, type: T) => {
    const answer = report(type)
    order(what)
    return answer
  }
  await ask({ type: 'open', access, ...size }, 'opened')
  return {
    pid: child.pid ?? 0,
    load: (rate) => order({ type: 'load', rate }),
    storm: async () => (await ask({ type: 'storm' }, 'resumed')).resumed,
    settle: async () => (await ask({ type: 'settle' }, 'settled')).tally,
    stop: () => child.disconnect(),
  }
}
