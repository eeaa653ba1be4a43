import { freePort } from '@parley/server/core/free-port'
import { openNetwork, type Network } from './network.ts'
import { startService, type Service } from './service.ts'

export interface UnsteadyService {
  service: Service
  network: Network
  remove(): Promise<void>
}

/** A separate service behind a network that can fail. */
export async function startUnsteadyService(
  environment: Record<string, string> = {},
): Promise<UnsteadyService> {
  const port = await freePort(0)
  const network = await openNetwork(0, () => port)
  const service = await startService({
    environment: {
      PORT: `${port}`,
      HOST: '127.0.0.1',
      PARLEY_BASE_URL: `http://localhost:${network.port}`,
      PARLEY_SIGNUP: 'open',
      ...environment,
    },
  })
  return {
    service,
    network,
    async remove() {
      await service.remove()
      await network.close()
    },
  }
}
