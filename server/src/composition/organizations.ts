import type { AuthorizeAgent } from '../core/permissions.ts'
import { notifyAgentsOfChanges } from '../features/organizations/change-notifications.ts'
import { organizationRoutes } from '../features/organizations/organization-routes.ts'
import { createOrganizations } from '../features/organizations/organizations.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface OrganizationPorts {
  signIn: { authorizeAgent: AuthorizeAgent }
}

export function composeOrganizations(infra: Infrastructure, { signIn }: OrganizationPorts) {
  const organizations = createOrganizations(infra)
  infra.lifecycle.onStop(notifyAgentsOfChanges({ ...infra, agents: infra.sockets.agents }))
  return defineFeature({
    ...organizations,
    routes: (http) => organizationRoutes(http, { organizations, authorizeAgent: signIn.authorizeAgent }),
  })
}
