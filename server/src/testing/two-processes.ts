import { natsServerProgram, startNatsServer } from './nats-server.ts'
import { createTestDatabase } from './test-database.ts'
import { startTestService, type TestService } from './test-service.ts'

/** The buses that this machine has. Without nats-server the run says NOT TESTED. */
export function testedBuses(): ('PostgreSQL' | 'NATS')[] {
  if (natsServerProgram !== undefined) return ['PostgreSQL', 'NATS']
  console.warn('Two processes with NATS: NOT TESTED, because this machine has no nats-server.')
  return ['PostgreSQL']
}

export interface TwoProcesses {
  left: TestService
  right: TestService
  stop(): Promise<void>
}

/** Two services on one database, which notify each other over this bus. */
export async function startTwoProcesses(
  bus: 'PostgreSQL' | 'NATS',
  environment: Record<string, string> = {},
): Promise<TwoProcesses> {
  const login = { user: 'parley', pass: 'secret' }
  const database = await createTestDatabase()
  const nats = bus === 'NATS' ? await startNatsServer(natsServerProgram ?? '', login) : null
  const env = {
    ...environment,
    ...(nats && { NATS_URL: `nats://${login.user}:${login.pass}@127.0.0.1:${nats.port}` }),
  }
  const options = { databaseUrl: database.url, env }
  const left = await startTestService(options)
  const right = await startTestService(options)
  return {
    left,
    right,
    async stop() {
      await left.stop()
      await right.stop()
      await nats?.stop()
      await database.drop()
    },
  }
}
