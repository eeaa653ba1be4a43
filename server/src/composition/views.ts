import type { AuthorizeAgent } from '../core/permissions.ts'
import { viewRoutes } from '../features/views/view-routes.ts'
import { createViews, type ViewDeps } from '../features/views/views.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface ViewPorts {
  agents: {
    authorizeAgent: AuthorizeAgent
    whenRemoved: (release: (organizationId: string, agentId: string) => Promise<void>) => void
  }
  conversations: Pick<ViewDeps, 'countLists'>
}

/** Saved views of the inbox. */
export function composeViews(infra: Infrastructure, { agents, conversations }: ViewPorts) {
  const views = createViews({ ...infra, countLists: conversations.countLists })
  agents.whenRemoved(views.releaseAgent)
  return defineFeature({
    routes: (http) => viewRoutes(http, { views, authorizeAgent: agents.authorizeAgent }),
  })
}
