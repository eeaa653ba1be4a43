import type { AuthorizeAgent } from '../core/permissions.ts'
import { apiKeyRoutes } from '../features/api-keys/api-key-routes.ts'
import { createApiKeys, type ApiKeyDeps } from '../features/api-keys/api-keys.ts'
import { createAuthorizeAccess } from '../features/api-keys/key-access.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface ApiKeyPorts {
  agents: {
    authorizeAgent: AuthorizeAgent
    holdRole: ApiKeyDeps['holdRole']
    networkOf: (address: string) => string
  }
}

export function composeApiKeys(infra: Infrastructure, { agents }: ApiKeyPorts) {
  const apiKeys = createApiKeys({ ...infra, holdRole: agents.holdRole })
  return defineFeature({
    authorizeAccess: createAuthorizeAccess({ ...infra, ...agents, apiKeys }),
    routes: (http) => apiKeyRoutes(http, { apiKeys, authorizeAgent: agents.authorizeAgent }),
  })
}
