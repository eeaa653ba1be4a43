import { pageLanguage } from '../core/link-page.ts'
import type { MailQueue } from '../core/mail/mail-queue.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { transcriptPage } from '../features/transcripts/transcript-page.ts'
import { createTranscripts, type TranscriptDeps } from '../features/transcripts/transcripts.ts'
import { transcriptCommands } from '../features/transcripts/transcript-commands.ts'
import { transcriptRoutes } from '../features/transcripts/transcript-routes.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface TranscriptPorts {
  mails: MailQueue
  agents: { authorizeAgent: AuthorizeAgent; attempts: TranscriptDeps['attempts'] }
  providers: { titleOf: TranscriptDeps['titleOf'] }
  customers: { find: TranscriptDeps['findCustomer'] }
  conversations: {
    find: TranscriptDeps['findConversation']
    messagesForCustomer: TranscriptDeps['messagesFor']
  }
}

/** Copies of conversations for their customers. */
export function composeTranscripts(infra: Infrastructure, ports: TranscriptPorts) {
  const { baseUrl, clock, db, links, rateLimits, secrets } = infra
  const { authorizeAgent, attempts } = ports.agents
  const transcripts = createTranscripts({
    baseUrl,
    clock,
    links,
    secrets,
    rateLimits,
    db,
    attempts,
    mails: ports.mails,
    findConversation: ports.conversations.find,
    findCustomer: ports.customers.find,
    messagesFor: ports.conversations.messagesForCustomer,
    titleOf: ports.providers.titleOf,
  })
  return defineFeature({
    /** A conversation as its customer may read it now; undefined: it does not exist. */
    async page(
      conversationId: string,
      language: string,
      chat: { url: string; label: string } | null,
    ): Promise<string | undefined> {
      const transcript = await transcripts.read(conversationId, null)
      const options = { language: pageLanguage(language), timeZone: 'UTC', chat }
      return transcript && transcriptPage(transcript, options)
    },
    widget: transcriptCommands(transcripts),
    routes: (http) => transcriptRoutes(http, { transcripts, links, rateLimits, clock, authorizeAgent }),
  })
}
