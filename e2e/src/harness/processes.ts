import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { freePort } from '@parley/server/core/free-port'
import { natsServerProgram, startNatsServer } from '@parley/server/testing/nats-server'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { openBalancer } from './balancer.ts'
import { bundle, newHome, startProgram, type Program } from './program.ts'
import type { BusName } from './run-options.ts'
import type { Service, ServiceOptions } from './running-service.ts'

/** A service of several processes on one database, behind a proxy. */
export interface Processes extends Service {
  /** Serves visitors. */
  visitors: Program
  /** Serves agents. */
  agents: Program
  worker: Program
}

type Closing = (() => Promise<unknown>)[]

/** Starts two processes with the role `web`, one for visitors and one for agents, and one with the role `worker`. */
export async function startProcesses(options: ServiceOptions & { bus: BusName }): Promise<Processes> {
  const closing: Closing = []
  const remove = async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    return { ...(await launchAll(options, closing)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @param closing receives everything that was started, in order */
async function launchAll(
  { environment = {}, command = bundle, bus }: ServiceOptions & { bus: BusName },
  closing: Closing,
): Promise<Omit<Processes, 'remove'>> {
  const home = await newHome()
  closing.push(() => rm(home, { recursive: true, force: true }))
  const dataDir = path.join(home, 'data')
  const database = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  closing.push(database.stop)
  const nats = bus === 'nats' ? await startNats() : null
  if (nats) closing.push(nats.stop)
  const ports = { visitors: await freePort(0), agents: await freePort(0), worker: await freePort(0) }
  const balancer = await openBalancer(Number(environment['PORT'] ?? 0), ports)
  closing.push(balancer.close)
  const url = environment['PARLEY_BASE_URL'] ?? `http://localhost:${balancer.port}`
  const shared = {
    HOST: '127.0.0.1',
    PARLEY_BASE_URL: url,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DEMO: '1',
    PARLEY_SECRET: randomBytes(32).toString('base64'),
    DATABASE_URL: database.url,
    ...(nats && { NATS_URL: nats.url }),
    ...environment,
  }
  async function launch(name: keyof typeof ports, PARLEY_ROLES: string): Promise<Program> {
    const program = await startProgram(command, { ...shared, PORT: String(ports[name]), PARLEY_ROLES })
    closing.push(async () => {
      if (program.runs()) await program.stop()
    })
    return program
  }
  const worker = await launch('worker', 'worker')
  const visitors = await launch('visitors', 'web')
  const agents = await launch('agents', 'web')
  const all = [visitors, agents, worker]
  const forAll = async (work: (program: Program) => Promise<void>) => void (await Promise.all(all.map(work)))

  return {
    url,
    port: balancer.port,
    dataDir,
    socketUrl: `${url.replace(/^http/, 'ws')}/v1/socket`,
    visitors,
    agents,
    worker,
    output: () => all.map((program) => program.output()).join(''),
    kill: () => forAll((program) => program.kill()),
    stop: () => forAll((program) => program.stop()),
    start: () => forAll((program) => program.start()),
    runs: () => all.some((program) => program.runs()),
    async demo() {
      return JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'))
    },
    databaseUrl: async () => database.url,
  }
}

async function startNats() {
  if (natsServerProgram === undefined) throw new Error('This machine has no nats-server')
  const login = { user: 'parley', pass: 'secret' }
  const { port, stop } = await startNatsServer(natsServerProgram, login)
  return { url: `nats://${login.user}:${login.pass}@127.0.0.1:${port}`, stop }
}
