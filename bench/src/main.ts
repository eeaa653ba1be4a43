import { cpus, loadavg, release, totalmem } from 'node:os'
import { readArguments, type BenchOptions } from './arguments.ts'
import { benchCalls } from './calls/bench-calls.ts'
import { benchChat } from './chat/bench-chat.ts'
import { benchConsumers } from './consumers/bench-consumers.ts'
import { benchHandshake } from './handshake/bench-handshake.ts'
import { benchPage } from './page/bench-page.ts'
import { benchStart } from './start/bench-start.ts'
import { benchWebhooks } from './webhooks/bench-webhooks.ts'

const benchmarks: Record<string, (options: BenchOptions) => Promise<void>> = {
  calls: benchCalls,
  chat: benchChat,
  consumers: benchConsumers,
  handshake: benchHandshake,
  page: benchPage,
  start: benchStart,
  webhooks: benchWebhooks,
}

const { name, options } = readArguments(process.argv.slice(2))
const run = benchmarks[name]
if (!run) {
  console.error(
    `Which benchmark? npm run bench -- ${Object.keys(benchmarks).join(' | ')}   [--quick] [--only B1,B2]`,
  )
  process.exit(1)
}
console.log(
  `${new Date().toISOString()}  Node ${process.version}  ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}  ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB  Linux ${release()}  load ${loadavg()[0]?.toFixed(2)}`,
)
await run(options)
process.exit(0)
