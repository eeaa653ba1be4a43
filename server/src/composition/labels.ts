import type { ConversationLabels } from '@parley/protocol/label'
import type { AuthorizeAccess } from '../core/permissions.ts'
import { labelHistory } from '../features/labels/label-history.ts'
import { labelRoutes } from '../features/labels/label-routes.ts'
import { createLabelling, type LabellingDeps } from '../features/labels/labelling.ts'
import { createLabels } from '../features/labels/labels.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface LabelPorts {
  apiKeys: { authorizeAccess: AuthorizeAccess }
  conversations: {
    changeAttributes: LabellingDeps['changeConversation']
    shown: (organizationId: string, conversationId: string) => Promise<ConversationLabels | undefined>
  }
}

/** Labels and their use on conversations. */
export function composeLabels(infra: Infrastructure, { apiKeys, conversations }: LabelPorts) {
  const labels = createLabels(infra)
  const labelling = createLabelling({
    findLabel: labels.find,
    changeConversation: conversations.changeAttributes,
  })
  return defineFeature({
    labelling,
    find: labels.find,
    isUsable: labels.isUsable,
    list: labels.list,
    historyOf: (query: Parameters<typeof labelHistory>[1]) => labelHistory(infra.db, query),
    routes: (http) =>
      labelRoutes(http, {
        labels,
        labelling,
        authorize: apiKeys.authorizeAccess,
        conversation: conversations.shown,
      }),
  })
}
