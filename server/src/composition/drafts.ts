import type { AuthorizeAgent } from '../core/permissions.ts'
import { pushDrafts } from '../features/drafts/draft-pushes.ts'
import { draftRoutes } from '../features/drafts/draft-routes.ts'
import { createDrafts, type DraftDeps } from '../features/drafts/drafts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface DraftPorts {
  agents: {
    authorizeAgent: AuthorizeAgent
    whenRemoved: (release: (organizationId: string, agentId: string) => Promise<void>) => void
  }
  conversations: { find: DraftDeps['findConversation'] }
}

/** Drafts and composer settings. */
export function composeDrafts(infra: Infrastructure, { agents, conversations }: DraftPorts) {
  const drafts = createDrafts({ ...infra, findConversation: conversations.find })
  agents.whenRemoved(drafts.releaseAgent)
  infra.lifecycle.onStop(pushDrafts({ bus: infra.bus, agents: infra.sockets.agents }))
  return defineFeature({
    routes: (http) => draftRoutes(http, { drafts, authorizeAgent: agents.authorizeAgent }),
    jobs: { 'sweep-drafts': { cron: '47 3 * * *', run: drafts.sweep } },
  })
}
