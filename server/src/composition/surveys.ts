import type { SurveySettings } from '@parley/protocol/survey'
import type { EventLog } from '../core/event-log.ts'
import type { AuthorizeAccess } from '../core/permissions.ts'
import { createRatingLists, type RatingListDeps } from '../features/surveys/rating-lists.ts'
import { ratingRoutes } from '../features/surveys/rating-routes.ts'
import type { RatingQuery } from '../features/surveys/rating-store.ts'
import { surveyCommands } from '../features/surveys/survey-commands.ts'
import { createSurveys, type SurveyDeps } from '../features/surveys/surveys.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface SurveyPorts {
  log: EventLog
  agents: Pick<RatingListDeps, 'facesOf'>
  apiKeys: { authorizeAccess: AuthorizeAccess }
  providers: { findProvider: (providerId: string) => Promise<{ survey: SurveySettings } | undefined> }
  customers: {
    find: (
      organizationId: string,
      customerId: string,
    ) => Promise<{ is_blocked: boolean; deactivated_at: string | null } | undefined>
  }
  conversations: { latest: SurveyDeps['latestConversation'] }
}

/** The satisfaction survey and its results. */
export function composeSurveys({ db, clock }: Infrastructure, ports: SurveyPorts) {
  const { log, agents, apiKeys, providers, customers, conversations } = ports
  const surveys = createSurveys({
    db,
    log,
    clock,
    settingsOf: async (providerId) => (await providers.findProvider(providerId))?.survey,
    latestConversation: conversations.latest,
    async mayWrite(organizationId, customerId) {
      const customer = await customers.find(organizationId, customerId)
      return customer !== undefined && !customer.is_blocked && customer.deactivated_at === null
    },
  })
  const ratings = createRatingLists({ db, facesOf: agents.facesOf })
  return defineFeature({
    ofCustomer: (query: RatingQuery & { customerId: string }) => ratings.list(query),
    widget: surveyCommands(surveys),
    routes: (http) => ratingRoutes(http, { ratings, authorize: apiKeys.authorizeAccess }),
  })
}
