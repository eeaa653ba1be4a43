import type { EventLog } from '../core/event-log.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { searchNotes } from '../features/notes/note-search.ts'
import { noteRoutes } from '../features/notes/note-routes.ts'
import { createNotes, noteOf, type NoteDeps } from '../features/notes/notes.ts'
import { contentsOfNotes, mentionedBefore } from '../features/notes/note-store.ts'
import type { Media, MediaRecord } from '@parley/protocol/media'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface NotePorts {
  log: EventLog
  agents: Pick<NoteDeps, 'agentExists' | 'faceOf'> & { authorizeAgent: AuthorizeAgent }
  apiKeys: { authorizeAccess: AuthorizeAccess }
  teamDirectory: { find: NoteDeps['findTeam'] }
  customers: { find: (organizationId: string, customerId: string) => Promise<object | undefined> }
  conversations: { find: NoteDeps['findConversation'] }
  media: {
    attach: NoteDeps['attachMedia']
    agentOwner: NoteDeps['agentOwner']
    withLinks: (media: MediaRecord[]) => Media[]
  }
}

/** Private notes of agents. */
export function composeNotes({ db }: Infrastructure, ports: NotePorts) {
  const { log, agents, apiKeys, teamDirectory, customers, conversations, media } = ports
  const notes = createNotes({
    db,
    log,
    findConversation: conversations.find,
    agentExists: agents.agentExists,
    faceOf: agents.faceOf,
    findTeam: teamDirectory.find,
    attachMedia: media.attach,
    agentOwner: media.agentOwner,
  })
  return defineFeature({
    create: notes.create,
    ofCustomer: async (query: Parameters<typeof notes.ofCustomer>[0]) =>
      (await notes.ofCustomer(query)).map((note) => noteOf(note, media.withLinks)),
    contents: (organizationId: string, noteIds: string[]) => contentsOfNotes(db, organizationId, noteIds),
    mentionedBefore,
    search: searchNotes,
    routes: (http) =>
      noteRoutes(http, {
        notes,
        withLinks: media.withLinks,
        authorizeAgent: agents.authorizeAgent,
        authorize: apiKeys.authorizeAccess,
        agentExists: agents.agentExists,
        faceOf: agents.faceOf,
        conversationExists: async (organizationId, conversationId) =>
          (await conversations.find(organizationId, conversationId)) !== undefined,
        customerExists: async (organizationId, customerId) =>
          (await customers.find(organizationId, customerId)) !== undefined,
      }),
  })
}
