import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns how many processors had nothing to do during one second, on average. */
export async function idleCores(): Promise<number> {
  const before = idleMs()
  const began = performance.now()
  await pause(1000)
  return (idleMs() - before) / (performance.now() - began)
}

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0)
