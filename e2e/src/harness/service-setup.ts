import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { repository, startService } from './service.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service that all files share whose tests neither stop it nor need it empty. */
    service: SharedService
  }
}

export interface SharedService {
  url: string
  socketUrl: string
  databaseUrl: string
  demo: { email: string; colleague: string; password: string }
}

/** Builds widget and panel where they are older than their source, and starts the shared service. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await promisify(execFile)(process.execPath, ['server/src/build-if-stale.ts'], { cwd: repository })
  const service = await startService({
    environment: { PARLEY_SIGNUP: 'open', PARLEY_TRUST_PROXY: '127.0.0.1/32' },
  })
  provide('service', {
    url: service.url,
    socketUrl: service.socketUrl,
    databaseUrl: await service.databaseUrl(),
    demo: await service.demo(),
  })
  return service.remove
}
