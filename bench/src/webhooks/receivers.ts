import { createTestAuthority } from '@parley/server/testing/test-certificates'
import { startProgram } from './program.ts'

export interface ReceiversInput {
  count: number
  cert: string
  key: string
}

/** Received requests in order of arrival. */
export interface Arrivals {
  endpoints: number[]
  ids: string[]
  /** `preciseNow()` */
  times: number[]
  samples: { endpoint: number; head: string; body: Buffer }[]
}

export interface Receivers {
  /** PEM of their certificate authority. */
  ca: string
  ports: number[]
  pid: number
  reset(): Promise<void>
  arrived(count: number): Promise<void>
  report(): Promise<Arrivals>
  stop(): Promise<void>
}

/** `https://shop{n}.bench.test:{ports[n]}`, all on 127.0.0.1, in one process. */
export async function startReceivers(count: number): Promise<Receivers> {
  const authority = createTestAuthority()
  const certified = authority.issue({ names: ['*.bench.test'] })
  const program = startProgram(new URL('receivers-program.ts', import.meta.url))
  const ports = await program.ask<number[]>('open', { count, ...certified } satisfies ReceiversInput)
  return {
    ca: authority.cert,
    ports,
    pid: program.pid,
    reset: () => program.ask('reset'),
    arrived: (wanted) => program.ask('arrived', wanted),
    report: () => program.ask('report'),
    stop: () => program.stop(),
  }
}

export const hostOf = (endpoint: number): string => `shop${endpoint}.bench.test`
