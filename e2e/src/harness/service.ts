import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { freePort } from '@parley/server/core/free-port'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { bundle, newHome, startProgram } from './program.ts'
import { startProcesses } from './processes.ts'
import { busOfRun } from './run-options.ts'
import type { Service, ServiceOptions } from './running-service.ts'

export { newHome, repository, startInVain } from './program.ts'
export type { Service } from './running-service.ts'

/** Starts the service in one process with the embedded database, or in several processes in a run of `e2e:several`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const bus = busOfRun()
  return bus === null ? startAlone(options) : startProcesses({ ...options, bus })
}

/** Starts the service in one process, in every run: for tests of starting it and of its embedded database. */
export async function startAlone({
  environment = {},
  command = bundle,
}: ServiceOptions = {}): Promise<Service> {
  const home = await newHome()
  const dataDir = path.join(home, 'data')
  const port = Number(environment['PORT'] ?? (await freePort(0)))
  const url = environment['PARLEY_BASE_URL'] ?? `http://localhost:${port}`
  const program = await startProgram(command, {
    PORT: String(port),
    PARLEY_DATA_DIR: dataDir,
    ...environment,
  })
  return {
    ...program,
    url,
    port,
    dataDir,
    socketUrl: `${url.replace(/^http/, 'ws')}/v1/socket`,
    async demo() {
      return JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'))
    },
    async databaseUrl() {
      return (await readFile(path.join(dataDir, 'postgres', 'url'), 'utf8')).trim()
    },
    async remove() {
      if (program.runs()) {
        await program.stop()
      } else {
        // A killed service leaves its database running.
        const left = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
        await left.stop()
      }
      await rm(home, { recursive: true, force: true })
    },
  }
}
