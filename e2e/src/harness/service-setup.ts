import { createTestAuthority, type Certified } from '@parley/server/testing/test-certificates'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { repository, startService } from './service.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service that all files share whose tests neither stop it nor need it empty. */
    service: SharedService
    /** With it a receiver on loopback is one that the shared service may call. */
    receiverCertificate: Certified
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
  const authority = createTestAuthority()
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-e2e-authority-'))
  const trusted = path.join(folder, 'authority.pem')
  await writeFile(trusted, authority.cert)
  const service = await startService({
    environment: {
      PARLEY_SIGNUP: 'open',
      PARLEY_TRUST_PROXY: '127.0.0.1/32',
      PARLEY_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8,::1/128',
      NODE_EXTRA_CA_CERTS: trusted,
    },
  })
  provide('receiverCertificate', authority.issue({ names: ['127.0.0.1'] }))
  provide('service', {
    url: service.url,
    socketUrl: service.socketUrl,
    databaseUrl: await service.databaseUrl(),
    demo: await service.demo(),
  })
  return async () => {
    await service.remove()
    await rm(folder, { recursive: true })
  }
}
