import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi, expect } from 'vitest'
import { freePort } from '../core/free-port.ts'
import { kill } from './killed-processes.ts'
import { baseUrl, testSecret, type TestService } from './test-service.ts'
import { openSocket } from './test-socket.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

/** One of the program's own processes, which a test can end. */
export interface WebProcess {
  /** Opens sockets to this process. Requests go to the service that was given. */
  service: TestService
  /** Sends this signal and waits until the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  remove(): Promise<void>
}

/** @param service another process of the same installation */
export async function startWebProcess(
  service: TestService,
  env: Record<string, string>,
): Promise<WebProcess> {
  const port = await freePort(0)
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      PARLEY_DATA_DIR: service.dataDir,
      PARLEY_BASE_URL: baseUrl,
      PARLEY_SECRET: testSecret,
      PARLEY_LOG_LEVEL: 'warn',
      DATABASE_URL: service.databaseUrl,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => null,
    )
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 50 })
  return {
    service: {
      ...service,
      openWidget: (socket = {}) =>
        openSocket(`ws://127.0.0.1:${port}/v1/public/socket`, { origin: 'https://shop.test', ...socket }),
      openAgent: (socket) => openSocket(`ws://127.0.0.1:${port}/v1/socket`, { origin: baseUrl, ...socket }),
    },
    async end(signal) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    async remove() {
      await kill(child)
    },
  }
}
