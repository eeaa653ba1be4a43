import { cpus, loadavg, release, totalmem } from 'node:os'
import { readArguments, type BenchOptions } from './arguments.ts'
import { benchBlink } from './blink/bench-blink.ts'
import { benchCalls } from './calls/bench-calls.ts'
import { benchChat } from './chat/bench-chat.ts'
import { benchConsumers } from './consumers/bench-consumers.ts'
import { benchDesk } from './desk/bench-desk.ts'
import { benchHandshake } from './handshake/bench-handshake.ts'
import { benchSignatures } from './handshake/bench-signatures.ts'
import { benchInbox } from './inbox/bench-inbox.ts'
import { benchPage } from './page/bench-page.ts'
import { benchProcesses } from './several/bench-processes.ts'
import { benchReports } from './reports/bench-reports.ts'
import { benchSelection } from './selection/bench-selection.ts'
import { benchStart } from './start/bench-start.ts'
import { benchStorm } from './storm/bench-storm.ts'
import { benchWebhooks } from './webhooks/bench-webhooks.ts'

const benchmarks: Record<string, (options: BenchOptions) => Promise<void>> = {
  blink: benchBlink,
  calls: benchCalls,
  chat: benchChat,
  consumers: benchConsumers,
  desk: benchDesk,
  handshake: benchHandshake,
  inbox: benchInbox,
  page: benchPage,
  processes: benchProcesses,
  reports: benchReports,
  selection: benchSelection,
  signatures: benchSignatures,
  start: benchStart,
  storm: benchStorm,
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
