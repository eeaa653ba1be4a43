import { once } from 'node:events'
import WebSocket from 'ws'
import { fixed, median, row } from '../figures.ts'
import { residentBytes, startFlags } from '../processes.ts'
import { startFloorServer } from './floor.ts'
import { startProduct } from './product.ts'
import { openVisitor } from './wire.ts'

const concurrency = 50

/** B3: resident memory of the server per idle connection: connected ones of the product, plain ones of `ws`. */
export async function benchMemory(databaseUrl: string, quick: boolean): Promise<void> {
  const connections = quick ? 500 : 5000
  const rounds = quick ? 1 : 3
  console.log(
    `\nB3  ${connections} idle connections; resident memory of the server's process, KiB per connection`,
  )
  row('round', 'bare ws', 'product', 'difference')
  const products: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const bare = await bareConnections(databaseUrl, connections)
    const product = await provenConnections(databaseUrl, connections)
    products.push(product)
    row(String(round), fixed(bare / 1024, 2), fixed(product / 1024, 2), fixed((product - bare) / 1024, 2))
  }
  row('median', '', fixed(median(products) / 1024, 2))
  console.log('  aim: <= 8 KiB')
}

async function bareConnections(databaseUrl: string, count: number): Promise<number> {
  // With the product's flags, so that the difference is the product's own memory.
  const server = await startFloorServer(databaseUrl, await startFlags())
  const perConnection = await growth(server.pid, count, async () => {
    const socket = new WebSocket(`${server.address}/idle`, { perMessageDeflate: false })
    await once(socket, 'open')
    return () => socket.terminate()
  })
  await server.stop()
  return perConnection
}

async function provenConnections(databaseUrl: string, count: number): Promise<number> {
  const server = await startProduct(databaseUrl)
  const perConnection = await growth(server.pid, count, async () => {
    const wire = await openVisitor(server.base, server.providerId)
    return () => wire.close()
  })
  await server.stop()
  return perConnection
}

/** A tenth of the connections as warm-up, then the growth caused by the others, measured when idle. */
async function growth(pid: number, count: number, open: () => Promise<() => void>): Promise<number> {
  const closes: (() => void)[] = []
  const openMany = async (many: number) => {
    for (let done = 0; done < many; done += concurrency) {
      closes.push(...(await Promise.all(Array.from({ length: Math.min(concurrency, many - done) }, open))))
    }
  }
  await openMany(Math.ceil(count / 10))
  const before = await settled(pid)
  await openMany(count)
  const after = await settled(pid)
  for (const close of closes) close()
  return (after - before) / count
}

/** Minimum within 10 s: the garbage collector has run by then. */
async function settled(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let second = 0; second < 10; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    least = Math.min(least, residentBytes(pid))
  }
  return least
}
