import { demoRoutes } from '../features/demo/demo-routes.ts'
import { ensureDemo, type DemoDeps } from '../features/demo/demo.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface DemoPorts {
  organizations: DemoDeps['organizations'] & { hasOnlyDemo: () => Promise<boolean> }
  agents: { enrolment: DemoDeps['team'] }
  providers: DemoDeps['providers'] & {
    secretKeys: (organizationId: string, providerId: string) => Promise<{ secret_key: string }>
  }
}

/** The demo organization and its shop, where the operator did not turn them off and no other organization came before. */
export async function composeDemo(infra: Infrastructure, { organizations, agents, providers }: DemoPorts) {
  const { clock, config, db } = infra
  const { dataDir } = config
  const account = config.demo
    ? await ensureDemo({ db, dataDir, organizations, team: agents.enrolment, providers })
    : null
  return defineFeature({
    account,
    /** Whether a demo that was turned off is the only organization: no other can then be set up. */
    async preventsSetup(): Promise<boolean> {
      return !config.demo && config.signup === 'closed' && (await organizations.hasOnlyDemo())
    },
    routes(http) {
      if (!account) return
      const { organizationId, providerId } = account
      const secretKey = async () => (await providers.secretKeys(organizationId, providerId)).secret_key
      demoRoutes(http, { providerId, clock, secretKey })
    },
  })
}
