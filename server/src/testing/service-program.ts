import { spawn, type StdioOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testSecret } from './test-service.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts the service on 127.0.0.1, with the tests' secret and without a demo. */
export const spawnService = (
  place: { port: number; dataDir: string; databaseUrl: string },
  stdio: StdioOptions,
) =>
  spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(place.port),
      PARLEY_DATA_DIR: place.dataDir,
      PARLEY_DEMO: '0',
      PARLEY_SECRET: testSecret,
      DATABASE_URL: place.databaseUrl,
    },
    stdio,
  })
