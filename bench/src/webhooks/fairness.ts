import { fixed, median, row } from '../figures.ts'
import type { Endpoint } from './deliveries.ts'
import { load, type LoadResult } from './load.ts'
import { openRig, type Rig } from './rig.ts'

const endpoints = 100
const rate = 200

/** A failure of one tenant: its setup, the other tenants, and their load. */
interface Trouble {
  name: string
  others: (rig: Rig) => Endpoint[]
  /** Causes the failure. Returns a function that ends it. */
  begin: (rig: Rig) => Promise<() => Promise<void>>
}

/** p99 of other tenants with and without a failing tenant at the same load, alternating. */
async function benchFairness(
  part: string,
  trouble: Trouble,
  databaseUrl: string,
  quick: boolean,
): Promise<void> {
  const rounds = quick ? 1 : 3
  const seconds = quick ? 3 : 12
  console.log(
    `\n${part}  ${trouble.name}\n    ${rate} events/s to ${endpoints} HTTPS endpoints; the others' ms from commit to receiver, alone and beside it`,
  )
  const rig = await openRig(databaseUrl, endpoints)
  row('round', 'alone p50', 'alone p99', 'beside p50', 'beside p99', 'ratio p99', 'missing', 'twice')
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const alone = await measure(rig, trouble.others(rig), null, seconds)
    const beside = await measure(rig, trouble.others(rig), trouble, seconds)
    ratios.push(beside.p99 / alone.p99)
    row(
      String(round),
      fixed(alone.p50),
      fixed(alone.p99),
      fixed(beside.p50),
      fixed(beside.p99),
      fixed(beside.p99 / alone.p99, 2),
      String(alone.missing + beside.missing),
      String(alone.twice + beside.twice),
    )
  }
  row('median', '', '', '', '', fixed(median(ratios), 2))
  console.log('  aim: <= 1.5x')
  await rig.close()
}

async function measure(
  rig: Rig,
  others: Endpoint[],
  trouble: Trouble | null,
  seconds: number,
): Promise<LoadResult> {
  await rig.enqueuer.clear()
  await rig.receivers.reset()
  const service = await rig.startService()
  await load(rig, others, { rate, seconds: 3 })
  const end = await trouble?.begin(rig)
  const result = await load(rig, others, { rate, seconds })
  await end?.()
  await service.stop()
  return result
}

/** Commits events at a constant rate until it is stopped. */
function stream(rig: Rig, to: Endpoint[], each: number): () => Promise<void> {
  let sent = 0
  let last = Promise.resolve<unknown>(null)
  const timer = setInterval(() => {
    const batch = Array.from({ length: each / 10 }, () => to[sent++ % to.length] as Endpoint)
    last = rig.enqueuer.commit(batch)
  }, 100)
  return async () => {
    clearInterval(timer)
    await last
  }
}

async function flood(rig: Rig, to: Endpoint[], events: number): Promise<void> {
  for (let done = 0; done < events; done += 500) {
    const size = Math.min(500, events - done)
    await rig.enqueuer.commit(
      Array.from({ length: size }, (_, index) => to[(done + index) % to.length] as Endpoint),
    )
  }
}

const troubles: Record<string, Trouble> = {
  W3: {
    name: '1 endpoint of 100 hangs, with 500 events waiting for it and 10/s more',
    others: (rig) => rig.endpoints.slice(1),
    async begin(rig) {
      const [first] = rig.endpoints
      if (!first) throw new Error('no endpoints')
      const hanging = await rig.enqueuer.addEndpoints([first.url.replace('/hook', '/hang')])
      await flood(rig, hanging, 500)
      return stream(rig, hanging, 10)
    },
  },
  W4: {
    name: 'two organizations behind one host: one hangs, with 500 events waiting and 10/s more',
    others: (rig) => rig.endpoints.slice(0, 1),
    async begin(rig) {
      const [first] = rig.endpoints
      if (!first) throw new Error('no endpoints')
      const hanging = await rig.enqueuer.addEndpoints([first.url.replace('/hook', '/hang')])
      await flood(rig, hanging, 500)
      return stream(rig, hanging, 10)
    },
  },
  W5: {
    name: '1,000 endpoints whose names nobody answers for, 2 events waiting for each and 50/s more',
    others: (rig) => rig.endpoints,
    async begin(rig) {
      const names = Array.from({ length: 1000 }, (_, index) => `name${index}.dead.test`)
      for (const name of names) rig.names.names.set(name, 'silence')
      const dead = await rig.enqueuer.addEndpoints(names.map((name) => `https://${name}/hook`))
      await flood(rig, dead, 2000)
      return stream(rig, dead, 50)
    },
  },
}

export const fairnessParts = Object.fromEntries(
  Object.entries(troubles).map(([part, trouble]) => [
    part,
    (databaseUrl: string, quick: boolean) => benchFairness(part, trouble, databaseUrl, quick),
  ]),
)
