import { fixed, median, row } from '../figures.ts'
import { familySeconds, processorSeconds } from '../processes.ts'
import { rawBody, type Endpoint } from './deliveries.ts'
import type { FloorInput } from './floor-program.ts'
import { startProgram } from './program.ts'
import { prove } from './proof.ts'
import { openRig, type Rig } from './rig.ts'

const endpoints = 64
const perEndpoint = 8

/** W1: a full queue compared to plain undici, alternating, with the same receivers. */
export async function benchThroughput(
  databaseUrl: string,
  quick: boolean,
  postmaster: number,
): Promise<void> {
  const deliveries = quick ? 3000 : 60_000
  const warmUp = quick ? 1000 : 10_000
  const rounds = quick ? 1 : 3
  console.log(
    `\nW1  ${deliveries} deliveries waiting, ${endpoints} HTTPS endpoints, ${rawBody.length} B, signed, logged; against undici's request() alone, after ${warmUp} of each that do not count`,
  )
  const rig = await openRig(databaseUrl, endpoints)
  const floor = startProgram(new URL('floor-program.ts', import.meta.url))
  await floor.ask('open', {
    ca: rig.receivers.ca,
    urls: rig.endpoints.map(({ url }) => url),
    body: rawBody,
    perEndpoint,
  } satisfies FloorInput)
  await floor.ask('run', warmUp)
  row(
    'round',
    'undici /s',
    'product /s',
    'ratio',
    'missing',
    'twice',
    'verified',
    'us undici',
    'us service',
    'us postgres',
    'us receivers',
  )
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    // Pending writes of the previous round must not slow down the floor.
    await rig.enqueuer.settle()
    const floorBefore = processorSeconds(floor.pid)
    const floorRate = deliveries / (await floor.ask<number>('run', deliveries))
    const floorSeconds = processorSeconds(floor.pid) - floorBefore
    const product = await drain(rig, deliveries, warmUp, postmaster)
    ratios.push(product.rate / floorRate)
    row(
      String(round),
      fixed(floorRate, 0),
      fixed(product.rate, 0),
      fixed(product.rate / floorRate, 2),
      String(product.missing),
      String(product.twice),
      String(product.verified),
      microseconds(floorSeconds, deliveries),
      microseconds(product.service, deliveries + warmUp),
      microseconds(product.database, deliveries + warmUp),
      microseconds(product.receivers, deliveries + warmUp),
    )
  }
  row('median', '', '', fixed(median(ratios), 2))
  console.log('  aim: >= 0.6x, nothing missing')
  await floor.stop()
  await rig.close()
}

const microseconds = (seconds: number, count: number): string => fixed((seconds / count) * 1e6, 0)

/** Fills the queue before the service starts, a new process each time; its first deliveries are the warm-up. */
async function drain(rig: Rig, counted: number, warmUp: number, postmaster: number) {
  const deliveries = counted + warmUp
  const { receivers, enqueuer } = rig
  await enqueuer.clear()
  await receivers.reset()
  const committed = new Map<string, Endpoint>()
  for (let done = 0; done < deliveries; done += 500) {
    const batch = Array.from(
      { length: Math.min(500, deliveries - done) },
      (_, index) => rig.endpoints[(done + index) % rig.endpoints.length] as Endpoint,
    )
    const { ids } = await enqueuer.commit(batch)
    for (const [index, id] of ids.entries()) committed.set(id, batch[index] as Endpoint)
  }
  await enqueuer.database.pool.query('analyze delivery, delivery_queue, webhook_event, webhook')
  const before = { database: familySeconds(postmaster), receivers: processorSeconds(receivers.pid) }
  const service = await rig.startService()
  await receivers.arrived(deliveries)
  const serviceSeconds = processorSeconds(service.pid)
  // The worker records the results of attempts in progress before it exits.
  await service.stop()
  const seconds = {
    service: serviceSeconds,
    database: familySeconds(postmaster) - before.database,
    receivers: processorSeconds(receivers.pid) - before.receivers,
  }
  const rate = counted / (await enqueuer.secondsAfter(warmUp))
  const proof = prove(committed, await receivers.report(), await enqueuer.delivered(), rig.endpoints)
  return { rate, ...seconds, ...proof }
}
