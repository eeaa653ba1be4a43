import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { natsServerProgram } from '@parley/server/testing/nats-server'
import { repository } from './harness/program.ts'
import type { BusName } from './harness/run-options.ts'

/**
 * Runs browser tests with visitors and agents on different processes, for each bus: `npm run e2e:several`, or `npm run e2e:several -- --bus nats`
 * for one of them. Names of files replace the files below; other options are passed to Vitest.
 */
const files = [
  'first-conversation',
  'two-agents',
  'collision',
  'sending',
  'attachments',
  'chat-drafts',
  'chat-powers',
  'message-changes',
  'notes',
  'agents-desk',
  'notifications',
  'teams',
  'automation',
  'visitor-context',
  'widget-settings',
  'member-switch',
  'killed-service',
  'telegram',
  'mini-app',
  'widget-call.test',
  'widget-call-trouble',
  'panel-calls',
  'panel-call-records',
  'panel-call-pages',
  'panel-call-note',
  'call-alarm',
  'call-blocked',
  'call-killed-process',
  'call-relay',
  'call-screens',
  'incoming-transfer',
  'leaving-a-call',
  'call-media',
  'call-recording',
  'call-recovery',
  'call-transfer',
  'call-back',
  'webhooks',
  'webhook-tools',
  'deliveries',
]

async function run(bus: BusName, options: string[]): Promise<boolean> {
  process.stdout.write(`\nVisitors and agents on different processes, bus: ${bus}\n`)
  const child = spawn('npm', ['run', '--silent', 'test:e2e', '--', ...options], {
    cwd: repository,
    env: { ...process.env, PARLEY_E2E_BUS: bus },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}

const [flag, chosen, ...others] = process.argv.slice(2)
const isChosen = (bus: BusName): boolean => flag !== '--bus' || chosen === bus
const given = flag === '--bus' ? others : process.argv.slice(2)
const isFile = (option: string): boolean => !option.startsWith('-')
const options = given.some(isFile) ? given : [...files, ...given]
const results: boolean[] = []
if (isChosen('postgres')) results.push(await run('postgres', options))
if (isChosen('nats')) {
  if (natsServerProgram === undefined)
    process.stdout.write('\nBus nats: NOT TESTED, because this machine has no nats-server.\n')
  else results.push(await run('nats', options))
}
process.exitCode = results.every(Boolean) ? 0 : 1
