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
  teamDirectory: {
    of: ViewDeps['teamsOf']
    whenDeleted: (release: (organizationId: string, teamId: string) => Promise<void>) => void
  }
}

/** Saved views of the inbox. */
export function composeViews(infra: Infrastructure, { agents, conversations, teamDirectory }: ViewPorts) {
  const views = createViews({ ...infra, countLists: conversations.countLists, teamsOf: teamDirectory.of })
  agents.whenRemoved(views.releaseAgent)
  teamDirectory.whenDeleted(views.releaseTeam)
  return defineFeature({
    routes: (http) => viewRoutes(http, { views, authorizeAgent: agents.authorizeAgent }),
  })
}
