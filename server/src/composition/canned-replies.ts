import type { Media, MediaRecord, MediaTicket } from '@parley/protocol/media'
import type { Transaction } from '../core/database.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import type { Viewer } from '../core/visibility.ts'
import { cannedReplyRoutes } from '../features/canned-replies/canned-reply-routes.ts'
import type { ActionReferences } from '../features/canned-replies/check-actions.ts'
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
  labels: { list: (organizationId: string) => Promise<{ id: string; archived_at: string | null }[]> }
  teamDirectory: {
    of: (organizationId: string, agentId: string | null) => Promise<Viewer['teams']>
    whenDeleted: (release: (organizationId: string, teamId: string) => Promise<void>) => void
  }
}

/** Canned replies. */
export function composeCannedReplies(
  infra: Infrastructure,
  { agents, apiKeys, media, labels, teamDirectory: teams }: CannedReplyPorts,
) {
  const references: ActionReferences = {
    usableLabels: async (organizationId) =>
      idsOf((await labels.list(organizationId)).filter(({ archived_at }) => archived_at === null)),
    teams: async (organizationId) => idsOf(await teams.of(organizationId, null)),
  }
  const replies = createCannedReplies({
    ...infra,
    ...references,
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
  teams.whenDeleted(replies.releaseTeam)
  return defineFeature({
    routes: (http) =>
      cannedReplyRoutes(http, {
        replies,
        importReplies: createReplyImport({ ...infra, ...references, replies }),
        teamsOf: teams.of,
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

const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))
