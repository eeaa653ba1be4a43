import { natsServerProgram, startNatsServer } from '@parley/server/testing/nats-server'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { connectChat } from '../chat/product.ts'
import { openLoop, pool, type LoopResult } from '../chat/open-loop.ts'
import { fixed, median, row } from '../figures.ts'
import { familySeconds, processorSeconds } from '../processes.ts'
import { benchBusCapacity } from './bus-capacity.ts'
import { startInstallation, type Bus, type Installation } from './installation.ts'

const visitors = 192
const agents = 8

/** docs/operating.md, More than one machine. */
const connectionsPerProcess = 53

/** Where the bench runs: a database, and the buses that this machine has. */
interface Scene {
  databaseUrl: string
  postmaster: number
  buses: Bus[]
  quick: boolean
}

/**
 * `npm run bench -- processes`: P1 cost by number of processes, P2 latency across processes, P3 capacity of the bus alone, for each
 * bus.
 */
export async function benchProcesses(options: BenchOptions): Promise<void> {
  const database = await startDatabase(8 * connectionsPerProcess)
  const login = { user: 'parley', pass: 'secret' }
  const nats = natsServerProgram === undefined ? null : await startNatsServer(natsServerProgram, login)
  const buses: Bus[] = [{ name: 'PostgreSQL', environment: {}, pid: null }]
  if (nats) {
    const url = `nats://${login.user}:${login.pass}@127.0.0.1:${nats.port}`
    buses.push({ name: 'NATS', environment: { NATS_URL: url }, pid: nats.pid })
  } else console.log('  NATS: NOT MEASURED, because this machine has no nats-server.')
  const scene: Scene = {
    databaseUrl: database.url,
    postmaster: database.postmaster,
    buses,
    quick: options.quick,
  }
  const wanted = (part: string) => options.only.length === 0 || options.only.includes(part)
  try {
    if (wanted('P1')) await benchCost(scene)
    if (wanted('P2')) await benchAcross(scene)
    if (wanted('P3'))
      await benchBusCapacity(scene, [
        { name: 'PostgreSQL', nats: null, pid: null },
        ...(nats
          ? [
              {
                name: 'NATS',
                nats: { servers: [`127.0.0.1:${nats.port}`], tls: false, login },
                pid: nats.pid,
              },
            ]
          : []),
      ])
  } finally {
    await nats?.stop()
    await database.stop()
  }
}

async function withInstallation(
  { databaseUrl }: Scene,
  bus: Bus,
  count: number,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const installation = await startInstallation(databaseUrl, bus, count)
  try {
    await work(installation)
  } finally {
    await installation.stop()
  }
}

/** P1: each visitor is on one process, its agent on the next. */
async function benchCost(scene: Scene): Promise<void> {
  const [rate, seconds] = scene.quick ? [100, 3] : [100, 15]
  const counts = scene.quick ? [1, 2] : [1, 2, 4, 8]
  console.log(
    `\nP1  ${visitors} visitors, ${agents} agents' sockets, ${rate} messages/s for ${seconds} s; us of processor time and frames of the bus per message; presence: messages while everybody connects`,
  )
  const columns = ['service us', 'database us', 'NATS us', 'sent', 'received', 'sent/s', 'presence']
  row('bus, processes', ...columns, 'p50 ms', 'p99 ms', 'lost', 'twice')
  for (const bus of scene.buses)
    for (const count of counts)
      await withInstallation(scene, bus, count, async ({ servers, read }) => {
        const system = await connectChat(visitors, agents, {
          visitor: (room) => servers[room % count]!,
          agent: (agent) => servers[(agent + 1) % count]!,
        })
        const presence = (await read()).presence
        await openLoop(system, { rate, seconds: 2, visitors })
        const times = () => ({
          service: servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
          database: familySeconds(scene.postmaster),
          nats: bus.pid === null ? 0 : processorSeconds(bus.pid),
        })
        const [before, framesBefore] = [times(), await read()]
        const result = await openLoop(system, { rate, seconds, visitors })
        const [after, frames] = [times(), await read()]
        const each = (name: keyof ReturnType<typeof times>) =>
          fixed(((after[name] - before[name]) / result.sent) * 1e6, 0)
        row(
          `${bus.name}, ${count}`,
          each('service'),
          each('database'),
          each('nats'),
          fixed((frames.sent - framesBefore.sent) / result.sent, 2),
          fixed((frames.received - framesBefore.received) / result.sent, 2),
          fixed((frames.sent - framesBefore.sent) / seconds, 0),
          String(presence),
          fixed(result.p50, 2),
          fixed(result.p99, 2),
          String(result.lost),
          String(result.duplicates),
        )
        await system.close()
      })
}

const placements = ['same', 'different', 'same again'] as const
type Placement = (typeof placements)[number]

/**
 * P2: visitors and agents on the same of two processes, and on different ones, in short turns, so that all meet the same machine.
 * The first placement is measured twice: the difference of the two says how much is noise.
 */
async function benchAcross(scene: Scene): Promise<void> {
  const [rate, seconds, rounds] = scene.quick ? [100, 2, 2] : [200, 3, 20]
  console.log(
    `\nP2  two processes, ${visitors} visitors, ${agents} agents' sockets, ${rate} messages/s, ${rounds} turns of ${seconds} s; ms from due to agent callback`,
  )
  row('bus, processes', 'messages', 'p50', 'p99', 'max', 'lost', 'twice')
  for (const bus of scene.buses)
    await withInstallation(scene, bus, 2, async ({ servers }) => {
      const connect = (shift: number) =>
        connectChat(visitors, agents, {
          visitor: (room) => servers[room % 2]!,
          agent: (agent) => servers[(agent + shift) % 2]!,
        })
      const [same, different] = [await connect(0), await connect(1)]
      for (const system of [same, different]) await openLoop(system, { rate, seconds: 2, visitors })
      const systems = { same, different, 'same again': same }
      const all: Record<Placement, LoopResult[]> = { same: [], different: [], 'same again': [] }
      for (let round = 0; round < rounds; round++)
        for (const placement of placements)
          all[placement].push(await openLoop(systems[placement], { rate, seconds, visitors }))
      const pooled = placements.map((placement) => ({ placement, ...pool(all[placement]) }))
      for (const { placement, sent, p50, p99, max, lost, duplicates } of pooled)
        row(
          `${bus.name}, ${placement}`,
          String(sent),
          ...[p50, p99, max].map((figure) => fixed(figure, 2)),
          String(lost),
          String(duplicates),
        )
      const [near, far, again] = pooled
      if (near && far && again)
        row(
          `${bus.name}, added`,
          '',
          fixed(far.p50 - (near.p50 + again.p50) / 2, 2),
          fixed(far.p99 - (near.p99 + again.p99) / 2, 2),
        )
      // A stall of the machine falls into one turn and decides the p99 of all messages.
      const perTurn = (figure: 'p50' | 'p99') =>
        all.different.map(
          (turn, index) => turn[figure] - (all.same[index]![figure] + all['same again'][index]![figure]) / 2,
        )
      row(
        `${bus.name}, added, median of turns`,
        '',
        fixed(median(perTurn('p50')), 2),
        fixed(median(perTurn('p99')), 2),
      )
      await same.close()
      await different.close()
    })
  console.log('  aim: added p99 <= 5 ms')
}
