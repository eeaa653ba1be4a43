import { createLogConsumers, type LogConsumers } from '../core/log-consumers/log-consumers.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Log consumers of all features, in processes with the role worker. */
export function runLogConsumers(infra: Infrastructure, { consumers }: Contributions): LogConsumers {
  const { config, lifecycle } = infra
  const logConsumers = createLogConsumers({ ...infra, consumers: config.roles.worker ? consumers : [] })
  lifecycle.onStop(logConsumers.stop)
  if (config.roles.worker) lifecycle.onStart(logConsumers.start)
  return logConsumers
}
