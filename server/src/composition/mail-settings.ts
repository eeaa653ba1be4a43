import type { AuthorizeAgent } from '../core/permissions.ts'
import { mailSettingsRoutes, type MailSettingsDeps } from '../features/mail-settings/mail-settings-routes.ts'
import { readPreviews } from '../features/mail-settings/mail-settings-store.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface MailSettingsPorts {
  agents: {
    authorizeAgent: AuthorizeAgent
    find: (organizationId: string, agentId: string) => Promise<{ email: string }>
    attempts: MailSettingsDeps['attempts']
  }
}

/** What e-mails of an organization contain, and a test of the mail server. */
export function composeMailSettings(infra: Infrastructure, { agents }: MailSettingsPorts) {
  const { baseUrl, config, db, mailer } = infra
  return defineFeature({
    mayQuote: (organizationId: string) => readPreviews(db, organizationId),
    routes: (http) =>
      mailSettingsRoutes(http, {
        db,
        baseUrl,
        mailer,
        from: config.mail?.from.address ?? null,
        authorizeAgent: agents.authorizeAgent,
        attempts: agents.attempts,
        addressOf: async (organizationId, agentId) => (await agents.find(organizationId, agentId)).email,
      }),
  })
}
