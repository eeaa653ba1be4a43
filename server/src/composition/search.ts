import type { AuthorizeAgent } from '../core/permissions.ts'
import { searchRoutes } from '../features/search/search-routes.ts'
import { createSearch, type SearchDeps } from '../features/search/search.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface SearchPorts {
  agents: { authorizeAgent: AuthorizeAgent }
  conversations: Pick<SearchDeps, 'searchConversations' | 'searchMessages' | 'conversationsById'>
  notes: { search: SearchDeps['searchNotes'] }
}

/** The palette's search. */
export function composeSearch({ db }: Infrastructure, { agents, conversations, notes }: SearchPorts) {
  const search = createSearch({ db, ...conversations, searchNotes: notes.search })
  return defineFeature({
    routes: (http) => searchRoutes(http, { search, authorizeAgent: agents.authorizeAgent }),
  })
}
