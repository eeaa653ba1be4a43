import type { Conversation } from '@parley/protocol/conversation'
import { readDatabaseTime } from '../core/database-time.ts'
import type { AuthorizeAccess } from '../core/permissions.ts'
import { createSnoozeReplies, type SnoozedConversation } from '../features/triage/snooze-replies.ts'
import { createSnoozeSweep } from '../features/triage/snooze-sweep.ts'
import { triageRoutes } from '../features/triage/triage-routes.ts'
import { createTriage, type TriageDeps } from '../features/triage/triage.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface TriagePorts {
  apiKeys: { authorizeAccess: AuthorizeAccess }
  conversations: {
    changeAttributes: TriageDeps['changeConversation']
    shown: (organizationId: string, conversationId: string) => Promise<Conversation | undefined>
    snoozedOf: (customerIds: string[]) => Promise<SnoozedConversation[]>
    dueSnoozes: (now: string, max: number) => Promise<{ id: string; organization_id: string }[]>
  }
}

/** Priority and snooze of conversations. */
export function composeTriage(infra: Infrastructure, { apiKeys, conversations }: TriagePorts) {
  const { clock, db, lifecycle } = infra
  const triage = createTriage({ changeConversation: conversations.changeAttributes })
  const snoozes = createSnoozeSweep({
    now: () => readDatabaseTime(db, clock),
    triage,
    dueSnoozes: conversations.dueSnoozes,
    onError: infra.logErrors('snoozes'),
  })
  lifecycle.addWorker(snoozes)
  return defineFeature({
    triage,
    sweepSnoozes: snoozes.sweep,
    consumers: [createSnoozeReplies({ triage, snoozedOf: conversations.snoozedOf })],
    routes: (http) =>
      triageRoutes(http, {
        triage,
        authorize: apiKeys.authorizeAccess,
        conversation: conversations.shown,
      }),
  })
}
