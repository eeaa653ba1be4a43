import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { startProduct } from '../chat/product.ts'
import { fixed, median, row } from '../figures.ts'
import { familySeconds, freePort, processorSeconds, start, startFlags } from '../processes.ts'
import { libraryClient, lightClient, type Client } from './clients.ts'
import { makeMembers, type Member } from './members.ts'

const floorProgram = fileURLToPath(new URL('floor-program.ts', import.meta.url))

/** Concurrent connects. With 64, the service's processor waits for the database and for its thread. */
const concurrency = 192
const browsers = 2000

/** One of the compared systems: a complete connect. */
interface Side {
  pid: number
  connect: (client: Client, turn: number) => Promise<void>
}

interface Measured {
  rate: number
  /** Microseconds of processor time per connect, all threads: of the server, of PostgreSQL, of this process with its clients. */
  server: number
  database: number
  client: number
}

/** Of bare accepts. */
const aim = 0.4

/**
 * `npm run bench -- handshake`: authenticated connects (upgrade, challenge, proof with a separate key, socket token,
 * response) compared to plain `ws`, alternating, in one run. One process serves, one generates load, on two cores.
 */
export async function benchHandshake(options: BenchOptions): Promise<void> {
  const database = await startDatabase()
  const { postmaster } = database
  const server = await startProduct(database.url)
  const floorPort = await freePort()
  const floor = await start(
    floorProgram,
    { FLOOR_PORT: String(floorPort) },
    /floor ready/,
    await startFlags(),
  )
  try {
    const members = await makeMembers(server, browsers)
    const target = {
      port: Number(new URL(server.base).port),
      origin: server.base,
      providerId: server.providerId,
    }
    const accepts: Side = {
      pid: floor.pid,
      connect: (client) => client.accept({ port: floorPort, origin: server.base }),
    }
    const handshakes: Side = {
      pid: server.pid,
      connect: (client, turn) => client.connect(target, members[turn % members.length] as Member),
    }
    const [rounds, seconds] = options.quick ? [2, 1] : [7, 3]
    console.log(
      `\nhandshake: connects a second, ${concurrency} at once, median of ${rounds} turns of ${seconds} s each`,
    )
    row('', 'ws accepts', 'members', 'of it', 'us: ws', 'us: member', 'PostgreSQL', 'client')
    for (const [name, client] of [
      ['clients of ws', libraryClient],
      ['clients by hand', lightClient],
    ] as const) {
      const turn = (side: Side) => measure(side, client, { seconds, postmaster })
      for (const side of [accepts, handshakes]) await turn(side)
      const turns: [Measured, Measured][] = []
      for (let round = 0; round < rounds; round++) turns.push([await turn(accepts), await turn(handshakes)])
      const middle = (side: 0 | 1, what: keyof Measured) => median(turns.map((pair) => pair[side][what]))
      row(
        name,
        fixed(middle(0, 'rate'), 0),
        fixed(middle(1, 'rate'), 0),
        fixed(median(turns.map(([floorTurn, product]) => product.rate / floorTurn.rate)), 2),
        ...[middle(0, 'server'), middle(1, 'server'), middle(1, 'database'), middle(1, 'client')].map(
          (figure) => fixed(figure, 0),
        ),
      )
      const available = (availableParallelism() * 1e6) / (aim * middle(0, 'rate'))
      const needed = middle(1, 'server') + middle(1, 'database') + middle(1, 'client')
      console.log(
        `  at ${aim} of bare accepts, ${availableParallelism()} processors have ${fixed(available, 0)} us per connect; it takes ${fixed(needed, 0)} us in all`,
      )
    }
  } finally {
    await floor.stop()
    await server.stop()
    await database.stop()
  }
}

let turns = 0
async function measure(
  side: Side,
  client: Client,
  { seconds, postmaster }: { seconds: number; postmaster: number },
): Promise<Measured> {
  const spent = () => ({
    server: processorSeconds(side.pid),
    database: familySeconds(postmaster),
    client: processorSeconds(process.pid),
  })
  const [began, before] = [performance.now(), spent()]
  const until = began + seconds * 1000
  let done = 0
  const lane = async () => {
    while (performance.now() < until) {
      await side.connect(client, turns++)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const after = spent()
  const microseconds = (of: keyof typeof after) => ((after[of] - before[of]) / done) * 1e6
  return {
    rate: done / ((performance.now() - began) / 1000),
    server: microseconds('server'),
    database: microseconds('database'),
    client: microseconds('client'),
  }
}
