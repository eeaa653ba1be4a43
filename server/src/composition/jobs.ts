import { startJobs, type Jobs } from '../core/jobs.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Recurring jobs of all features, in processes with the role worker. */
export function runJobs(infra: Infrastructure, { jobs }: Contributions): void {
  let running: Jobs | undefined
  infra.lifecycle.addWorker({
    start: async () => {
      running = await startJobs({ ...infra, jobs, signal: infra.lifecycle.signal })
    },
    stop: async () => running?.stop(),
  })
}
