import { startTestNameServer, type TestNameServer } from '@parley/server/testing/test-name-server'
import { migrate } from '@parley/server/core/migrate'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startFlags } from '../processes.ts'
import { benchSecret, createEnqueuer, type Endpoint, type Enqueuer } from './deliveries.ts'
import type { ServiceInput } from './service-program.ts'
import { startProgram, type Program } from './program.ts'
import { hostOf, startReceivers, type Receivers } from './receivers.ts'

/** Receivers, name server and a database with endpoints; the service is started per round. */
export interface Rig {
  receivers: Receivers
  names: TestNameServer
  enqueuer: Enqueuer
  endpoints: Endpoint[]
  startService(): Promise<Program>
  close(): Promise<void>
}

export async function openRig(databaseUrl: string, count: number): Promise<Rig> {
  await migrate(databaseUrl)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  const names = await startTestNameServer()
  const receivers = await startReceivers(count)
  for (let endpoint = 0; endpoint < count; endpoint++) {
    names.names.set(hostOf(endpoint), { addresses: ['127.0.0.1'], ttl: 60 })
  }
  const enqueuer = createEnqueuer(databaseUrl)
  const endpoints = await enqueuer.addEndpoints(
    receivers.ports.map((port, endpoint) => `https://${hostOf(endpoint)}:${port}/hook`),
  )
  return {
    receivers,
    names,
    enqueuer,
    endpoints,
    async startService() {
      const service = startProgram(new URL('service-program.ts', import.meta.url), await startFlags())
      await service.ask('open', {
        databaseUrl,
        dataDir,
        secret: benchSecret,
        port: await freePort(),
        ca: receivers.ca,
        nameServer: names.address,
      } satisfies ServiceInput)
      return service
    },
    async close() {
      await enqueuer.clear()
      await enqueuer.database.pool.query('delete from webhook')
      await enqueuer.close()
      await receivers.stop()
      await names.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
