import { createTranscripts, type TranscriptDeps } from '../features/transcripts/transcripts.ts'
import { transcriptCommands } from '../features/transcripts/transcript-commands.ts'
import { transcriptRoutes } from '../features/transcripts/transcript-routes.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface TranscriptPorts {
  providers: {
    findProvider: (providerId: string) => Promise<{ appearance: { title: string } } | undefined>
  }
  customers: { find: TranscriptDeps['findCustomer'] }
  conversations: {
    find: TranscriptDeps['findConversation']
    messagesForCustomer: TranscriptDeps['messagesFor']
  }
}

/** Copies of conversations for their customers. */
export function composeTranscripts(infra: Infrastructure, ports: TranscriptPorts) {
  const { baseUrl, clock, lifecycle, links, mailer, rateLimits } = infra
  const transcripts = createTranscripts({
    baseUrl,
    clock,
    links,
    rateLimits,
    mailer,
    signal: lifecycle.signal,
    onError: infra.logErrors('transcripts'),
    findConversation: ports.conversations.find,
    findCustomer: ports.customers.find,
    messagesFor: ports.conversations.messagesForCustomer,
    titleOf: async (providerId) => (await ports.providers.findProvider(providerId))?.appearance.title ?? '',
  })
  lifecycle.onStop(transcripts.settled)
  return defineFeature({
    settled: transcripts.settled,
    widget: transcriptCommands(transcripts),
    routes: (http) => transcriptRoutes(http, { transcripts, links, rateLimits, clock }),
  })
}
