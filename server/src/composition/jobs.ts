import { startJobs, type Jobs } from '../core/jobs.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Recurring jobs of all features, in processes with the role worker. */
export function runJobs(infra: Infrastructure, { jobs }: Contributions): void {
  let starting: Promise<Jobs> | null = null
  infra.lifecycle.addWorker({
    start: () => (starting = startJobs({ ...infra, jobs, signal: infra.lifecycle.signal })),
    // The start may be under way; whether it fails is reported where it is awaited.
    stop: async () => (await starting?.catch(() => null))?.stop(),
  })
}
