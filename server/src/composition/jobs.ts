import { startJobs, type Jobs } from '../core/jobs.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Recurring jobs of all features, in processes with the role worker. */
export function runJobs(infra: Infrastructure, { jobs }: Contributions): void {
  let started: Jobs | null = null
  infra.lifecycle.addWorker({
    async start() {
      started = await startJobs({ ...infra, jobs })
    },
    stop: async () => started?.stop(),
  })
}
