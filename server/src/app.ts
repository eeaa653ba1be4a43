import { composeAgentRoutes, composeAgents, composeSignIn } from './composition/agents.ts'
import { composeApiKeys } from './composition/api-keys.ts'
import { composeAutomaticReplies } from './composition/automatic-replies.ts'
import { composeAutomation } from './composition/automation.ts'
import { composeBulk } from './composition/bulk.ts'
import { composeBusinessHours } from './composition/business-hours.ts'
import { composeCalls, composeDeskStates } from './composition/calls.ts'
import { composeCannedReplies } from './composition/canned-replies.ts'
import { composeChannels, type ChannelPorts } from './composition/channels.ts'
import { composition } from './composition/compose.ts'
import { composeContinuity, composeMailReturns } from './composition/continuity.ts'
import { composeConversations, composeEntryRenderer } from './composition/conversations.ts'
import { composeCustomerTimeline } from './composition/customer-timeline.ts'
import { composeCustomerRoutes, composeCustomers } from './composition/customers.ts'
import { composeDemo } from './composition/demo.ts'
import { composeDrafts } from './composition/drafts.ts'
import { composeFacts } from './composition/facts.ts'
import { composeIdentity } from './composition/identity.ts'
import { createInfrastructure, type InfrastructureOptions } from './composition/infrastructure.ts'
import { composeLabels } from './composition/labels.ts'
import { composeLinkRenewals } from './composition/link-renewals.ts'
import { composeLooks } from './composition/looks.ts'
import { composeMailSettings } from './composition/mail-settings.ts'
import { composeMails } from './composition/mails.ts'
import { composeMedia, composeMediaCommands } from './composition/media.ts'
import { composeMiniApps, type MiniAppPorts } from './composition/mini-app.ts'
import { composeNotes } from './composition/notes.ts'
import { composeNotifications } from './composition/notifications.ts'
import { composeOrganizations } from './composition/organizations.ts'
import { composeProviders, composeWidgetSettings } from './composition/providers.ts'
import { composeRealtime } from './composition/realtime.ts'
import { composeRecordingFiles, composeRecordings } from './composition/recordings.ts'
import { composeReports } from './composition/reports.ts'
import { composeSearch } from './composition/search.ts'
import { serve } from './composition/serve.ts'
import { composeSla } from './composition/sla.ts'
import { composeSocialLogin, type SocialLoginPorts } from './composition/social-login.ts'
import { composeSurveys } from './composition/surveys.ts'
import { composeTeamDirectory, composeTeams } from './composition/teams.ts'
import { composeTranscripts } from './composition/transcripts.ts'
import { composeTriage } from './composition/triage.ts'
import { composeViews } from './composition/views.ts'
import { composeConfirmedAttributes, composeVisitorContext } from './composition/visitor-context.ts'
import { composeWebhooks, type WebhookPorts } from './composition/webhooks.ts'
import { createEventLog } from './core/event-log.ts'
import { createOriginAllowed } from './features/identity/origins.ts'

/** Tests replace third parties by their own. */
export type AppOptions = InfrastructureOptions &
  Pick<WebhookPorts, 'sending'> &
  Pick<SocialLoginPorts, 'socialEndpoints'> &
  Pick<MiniAppPorts, 'telegramKeys'> &
  Pick<ChannelPorts, 'capabilities' | 'channelAdapters'>

export type App = Awaited<ReturnType<typeof createApp>>

/** The composition root (docs/decisions/composition.md). The service does not listen yet. */
export async function createApp(options: AppOptions) {
  const infra = await createInfrastructure(options)
  const parts = await composition(infra, options)
    .port('signIn', composeSignIn)
    .feature('mails', composeMails)
    .feature('organizations', composeOrganizations)
    .feature('providers', composeProviders)
    .feature('agents', composeAgents)
    .feature('mailSettings', composeMailSettings)
    .feature('apiKeys', composeApiKeys)
    .feature('agentRoutes', composeAgentRoutes)
    .feature('demo', composeDemo)
    .port('linkRenewals', composeLinkRenewals)
    .feature('webhooks', composeWebhooks)
    .port('log', (_, { webhooks }) => createEventLog({ ...infra, outbox: webhooks.outbox }))
    .port('teamDirectory', composeTeamDirectory)
    .feature('businessHours', composeBusinessHours)
    .port('confirmedAttributes', composeConfirmedAttributes)
    .port('customers', composeCustomers)
    .feature('media', composeMedia)
    .port('renderEntry', composeEntryRenderer)
    .feature('realtime', composeRealtime)
    .port('desks', composeDeskStates)
    .feature('conversations', composeConversations)
    .feature('notes', composeNotes)
    .feature('labels', composeLabels)
    .feature('triage', composeTriage)
    .feature('sla', composeSla)
    .feature('teams', composeTeams)
    .port('mailReturns', composeMailReturns)
    .feature('channels', composeChannels)
    .feature('automaticReplies', composeAutomaticReplies)
    .feature('facts', composeFacts)
    .feature('surveys', composeSurveys)
    .feature('transcripts', composeTranscripts)
    .port('recordingFiles', composeRecordingFiles)
    .feature('calls', composeCalls)
    .feature('recordings', composeRecordings)
    .port('originAllowed', ({ baseUrl }) => createOriginAllowed(baseUrl))
    .feature('socialLogin', composeSocialLogin)
    .feature('miniApps', composeMiniApps)
    .feature('visitorContext', composeVisitorContext)
    .feature('continuity', composeContinuity)
    .feature('identity', composeIdentity)
    .feature('customerRoutes', composeCustomerRoutes)
    .feature('bulk', composeBulk)
    .feature('automation', composeAutomation)
    .feature('mediaCommands', composeMediaCommands)
    .feature('cannedReplies', composeCannedReplies)
    .feature('drafts', composeDrafts)
    .feature('looks', composeLooks)
    .feature('search', composeSearch)
    .feature('views', composeViews)
    .feature('reports', composeReports)
    .feature('notifications', composeNotifications)
    .feature('customerTimeline', composeCustomerTimeline)
    .feature('widgetSettings', composeWidgetSettings)
    .build()
  return { ...parts, ...serve(infra, parts) }
}
