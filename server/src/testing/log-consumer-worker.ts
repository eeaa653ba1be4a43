import { createLocalBus } from '../core/bus/bus.ts'
import { createLogConsumers } from '../core/log-consumers/log-consumers.ts'
import { createLogger } from '../core/logger.ts'
import { createMetrics } from '../core/metrics.ts'
import { recorder } from './recorder-consumer.ts'

/**
 * A process that runs one consumer, for tests that kill it. Argument: JSON with `databaseUrl` and `hang`, which blocks it after
 * handling a batch and before advancing the cursor; it then prints `working`. Prints `ready` when it has its ranges.
 */
const { databaseUrl, hang } = JSON.parse(process.argv[2] ?? '') as { databaseUrl: string; hang: boolean }
const plain = recorder()
const consumers = createLogConsumers({
  databaseUrl,
  bus: createLocalBus(() => {}),
  clock: Date.now,
  logger: createLogger('silent'),
  metrics: createMetrics(),
  consumers: [
    {
      ...plain,
      async handle(trx, batch, signal) {
        await plain.handle(trx, batch, signal)
        if (!hang) return
        console.log('working')
        await new Promise(() => {})
      },
    },
  ],
})
await consumers.start()
console.log('ready')
process.on('SIGTERM', () => void consumers.stop().then(() => process.exit(0)))
