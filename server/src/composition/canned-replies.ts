import type { Media, MediaRecord, MediaTicket } from '@parley/protocol/media'
import type { Transaction } from '../core/database.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { cannedReplyRoutes } from '../features/canned-replies/canned-reply-routes.ts'
import { createCannedReplies } from '../features/canned-replies/canned-replies.ts'
import { createReplyImport } from '../features/canned-replies/reply-import.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface CannedReplyPorts {
  agents: {
    authorizeAgent: AuthorizeAgent
    whenRemoved: (release: (organizationId: string, agentId: string) => Promise<void>) => void
  }
  apiKeys: { authorizeAccess: AuthorizeAccess }
  media: {
    attach: (
      trx: Transaction,
      upload: {
        mediaIds: string[]
        owner: string
        organizationId: string
        customerId: null
        messageId: string
      },
    ) => Promise<MediaRecord[] | 'media_unknown'>
    release: (trx: Transaction, messageId: string, mediaIds?: string[]) => Promise<unknown>
    createTicket: (upload: {
      owner: string
      organizationId: string
      providerId: null
      customerId: null
      name: string
      size: number
    }) => MediaTicket
    agentOwner: (agentId: string) => string
    withLinks: (media: MediaRecord[]) => Media[]
  }
}

/** Canned replies. */
export function composeCannedReplies(infra: Infrastructure, { agents, apiKeys, media }: CannedReplyPorts) {
  const replies = createCannedReplies({
    ...infra,
    attachMedia: (trx, { agentId, replyId, ...upload }) =>
      media.attach(trx, {
        ...upload,
        owner: media.agentOwner(agentId),
        customerId: null,
        messageId: replyId,
      }),
    releaseMedia: media.release,
  })
  agents.whenRemoved(replies.releaseAgent)
  return defineFeature({
    routes: (http) =>
      cannedReplyRoutes(http, {
        replies,
        importReplies: createReplyImport({ replies, ...infra }),
        createTicket: ({ agentId, ...file }) =>
          media.createTicket({
            ...file,
            owner: media.agentOwner(agentId),
            providerId: null,
            customerId: null,
          }),
        withLinks: media.withLinks,
        authorizeAgent: agents.authorizeAgent,
        authorizeAccess: apiKeys.authorizeAccess,
      }),
    jobs: { 'sweep-canned-reply-uses': { cron: '41 3 * * *', run: replies.sweepUses } },
  })
}
