import type { ProviderSecret } from '@parley/protocol/provider'
import { freePort } from '@parley/server/core/free-port'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Address, Organization } from './people.ts'

/** examples/shop/server.js, as an organization's own server. */
export interface Shop {
  page(name: string): string
  stop(): Promise<void>
}

export async function startShop(service: Address, { owner, provider, call }: Organization): Promise<Shop> {
  const secret: ProviderSecret = await call(owner, 'GET', `/providers/${provider.id}/secret`)
  const port = await freePort(0)
  const program = path.join(import.meta.dirname, '../../../examples/shop/server.js')
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      PARLEY_URL: service.url,
      PARLEY_PROVIDER_ID: provider.id,
      PARLEY_SECRET_KEY: secret.secret_key,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  return {
    page: (name) => `http://localhost:${port}/shop/${name}`,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
