import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProduct, type ProductServer } from '../chat/product.ts'

export interface Bus {
  name: string
  environment: Record<string, string>
  /** Its server's process, unless that is the database. */
  pid: number | null
}

/** Traffic of the bus since the start, of all processes. */
export interface Traffic {
  sent: number
  received: number
  /** Messages about presence. */
  presence: number
}

/** Several processes on one database. */
export interface Installation {
  servers: ProductServer[]
  read(): Promise<Traffic>
  stop(): Promise<void>
}

export async function startInstallation(databaseUrl: string, bus: Bus, count: number): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  const servers: ProductServer[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    for (let index = 0; index < count; index++)
      servers.push(await startProduct(databaseUrl, { PARLEY_DATA_DIR: dataDir, ...bus.environment }))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    servers,
    async read() {
      const traffic: Traffic = { sent: 0, received: 0, presence: 0 }
      for (const { base } of servers) {
        const text = await (await fetch(`${base}/metrics`)).text()
        traffic.sent += sumOf(text, /^parley_bus_frames_total\{direction="sent"\} (\d+)/gm)
        traffic.received += sumOf(text, /^parley_bus_frames_total\{direction="received"\} (\d+)/gm)
        traffic.presence += sumOf(text, /^parley_bus_messages_total\{subject="presence[^"]*"\} (\d+)/gm)
      }
      return traffic
    },
    stop,
  }
}

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, figure]) => sum + Number(figure), 0)
